//! Enforcement: notices and their cases, seizures, complaints, processes, suspensions, orders. Its rows are merged into the one
//! table of [`crate::routes`].

mod case;
mod check;
mod complaints;
mod computation;
mod draw;
mod list;
mod money;
mod orders;
mod paper;
mod payments;
mod processes;
mod section;
mod seizures;
mod service;
mod situation;
mod steps;
mod suspensions;
mod trail;

use std::sync::Arc;

use axum::Router;
use registry::Role::{self, AppealBoard, Authority, Clerk, Inspector, Manager};

use self::draw::{NO_NOTICE, hour as draw_hour};
pub(crate) use self::section::section;
use crate::app::Site;
use crate::fault::Fault;
use crate::routes::Who::{Braked, Roles, Staff};
use crate::routes::{RECEIVE_ROLES as RECEIVE, table};

/// Those who tell people and record attempts and conditions.
const SERVE: &[Role] = &[Clerk, Inspector, Authority];
/// Who decides.
const DECIDE: &[Role] = &[Authority];
/// Who judges appeals.
const BOARD: &[Role] = &[AppealBoard];
/// Those who register payments.
const PAY: &[Role] = &[Clerk, Authority, Manager];
/// Those who give money back.
const REFUND: &[Role] = &[Authority, Manager];
/// Those who give vehicles back.
const RELEASE: &[Role] = &[Clerk, Authority];
/// Those who order and ask.
const ORDER: &[Role] = &[Inspector, Authority, Manager];
/// Who works in the street.
const STREET: &[Role] = &[Inspector];
/// Those who take a step of a process: who tells people, and who judges appeals.
const STEP: &[Role] = &[Clerk, Inspector, Authority, AppealBoard];

/// Nobody is there.
const NO_SUBJECT: Fault = Fault::NotFound(
    "Não há ninguém no cadastro neste endereço. Procure pelo nome, pelo documento ou pela placa.",
);

table! {
    // what the public may know of a notice
    get  "/a/{code}" Braked => check::by_code;
    // notices
    get  "/autos" Staff => list::list;
    get  "/autos/novo" Roles(STREET) => draw::form;
    post "/autos/novo" Roles(STREET) => draw::submit;
    get  "/autos/{id}" Staff => case::file;
    get  "/autos/{id}/via/{copy}" Staff => paper::file;
    get  "/autos/{id}/ciencia" Roles(SERVE) => steps::serve_form;
    post "/autos/{id}/ciencia" Roles(SERVE) => steps::serve;
    get  "/autos/{id}/tentativa" Roles(SERVE) => steps::attempt_form;
    post "/autos/{id}/tentativa" Roles(SERVE) => steps::attempt;
    get  "/autos/{id}/defesa" Roles(RECEIVE) => steps::defence_form;
    post "/autos/{id}/defesa" Roles(RECEIVE) => steps::defence;
    get  "/autos/{id}/decisao" Roles(DECIDE) => steps::decide_form;
    post "/autos/{id}/decisao" Roles(DECIDE) => steps::decide;
    get  "/autos/{id}/recurso" Roles(RECEIVE) => steps::appeal_form;
    post "/autos/{id}/recurso" Roles(RECEIVE) => steps::appeal;
    get  "/autos/{id}/julgamento" Roles(BOARD) => steps::judge_form;
    post "/autos/{id}/julgamento" Roles(BOARD) => steps::judge;
    get  "/autos/{id}/anulacao" Roles(DECIDE) => steps::annul_form;
    post "/autos/{id}/anulacao" Roles(DECIDE) => steps::annul;
    get  "/autos/{id}/pagamento" Roles(PAY) => payments::pay_form;
    post "/autos/{id}/pagamento" Roles(PAY) => payments::pay;
    get  "/autos/{id}/devolucao" Roles(REFUND) => payments::refund_form;
    post "/autos/{id}/devolucao" Roles(REFUND) => payments::refund;
    // seized vehicles
    get  "/apreensoes" Staff => seizures::list;
    get  "/apreensoes/nova" Roles(STREET) => seizures::seize_form;
    post "/apreensoes/nova" Roles(STREET) => seizures::seize;
    get  "/apreensoes/{id}" Staff => seizures::file;
    get  "/apreensoes/{id}/condicoes/{condition}" Roles(SERVE) => seizures::condition_form;
    post "/apreensoes/{id}/condicoes/{condition}" Roles(SERVE) => seizures::condition;
    get  "/apreensoes/{id}/liberar" Roles(RELEASE) => seizures::release_form;
    post "/apreensoes/{id}/liberar" Roles(RELEASE) => seizures::release;
    // complaints and processes
    get  "/denuncias" Staff => complaints::list;
    post "/denuncias" Roles(RECEIVE) => complaints::find;
    get  "/cadastro/{subject}/denunciar" Roles(RECEIVE) => complaints::form;
    post "/cadastro/{subject}/denunciar" Roles(RECEIVE) => complaints::receive;
    get  "/processos" Staff => processes::list;
    get  "/processos/{id}" Staff => processes::file;
    get  "/processos/{id}/passos/{step}" Roles(STEP) => processes::step_form;
    post "/processos/{id}/passos/{step}" Roles(STEP) => processes::step;
    get  "/processos/{id}/decisao" Roles(DECIDE) => processes::decide_form;
    post "/processos/{id}/decisao" Roles(DECIDE) => processes::decide;
    get  "/processos/{id}/portaria" Roles(DECIDE) => processes::revoke_form;
    post "/processos/{id}/portaria" Roles(DECIDE) => processes::revoke;
    get  "/cadastro/{subject}/cassar" Roles(DECIDE) => processes::open_form;
    post "/cadastro/{subject}/cassar" Roles(DECIDE) => processes::open_case;
    // suspensions
    get  "/cadastro/{subject}/suspender" Roles(DECIDE) => suspensions::suspend_form;
    post "/cadastro/{subject}/suspender" Roles(DECIDE) => suspensions::suspend;
    get  "/cadastro/{subject}/suspender-preventivamente" Roles(DECIDE) => suspensions::preventive_form;
    post "/cadastro/{subject}/suspender-preventivamente" Roles(DECIDE) => suspensions::preventive;
    get  "/suspensoes/{id}/prorrogar" Roles(DECIDE) => suspensions::renew_form;
    post "/suspensoes/{id}/prorrogar" Roles(DECIDE) => suspensions::renew;
    get  "/suspensoes/{id}/levantar" Roles(DECIDE) => suspensions::lift_form;
    post "/suspensoes/{id}/levantar" Roles(DECIDE) => suspensions::lift;
    // orders and requests
    get  "/ordens" Staff => orders::list;
    get  "/cadastro/{subject}/ordenar" Roles(ORDER) => orders::issue_form;
    post "/cadastro/{subject}/ordenar" Roles(ORDER) => orders::issue;
    get  "/ordens/{id}/resposta" Roles(RECEIVE) => orders::answer_form;
    post "/ordens/{id}/resposta" Roles(RECEIVE) => orders::answer;
}

/// The pages of enforcement.
pub(crate) fn routes() -> Router<Arc<Site>> {
    handlers()
}
