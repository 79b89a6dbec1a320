//! A process killed in the middle of its work loses nothing that it acknowledged and leaves nothing half done.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::time::Duration;

use ledger::Head;

use crate::engines::{Fresh, Place, TENANT, on_each};

/// Pseudo-random numbers (xorshift64*), the same in every run.
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) % bound
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sigkill_loses_no_acknowledged_act_and_leaves_no_half_append() {
    on_each(async |fresh| {
        let times = match fresh.place {
            Place::Sqlite(_) => 60,
            Place::Postgres(_) => 15,
        };
        fresh.store.close().await;
        let mut random = Seeded(0x2026_1130);
        let mut head = Head::GENESIS;
        for run in 0..times {
            let acknowledged = run_and_kill(fresh, run, &mut random);
            head = check(fresh, run, head, acknowledged).await;
        }
        let store = fresh.place.open().await;
        let report = store.verify(TENANT, &[head.checkpoint(TENANT)]).await.unwrap();
        assert!(report.is_intact(), "{:?}", report.findings);
        assert_eq!((report.acts, report.head), (head.number, head));
        store.close().await;
    })
    .await;
}

/// Lets a writer work until a random moment, kills it, and gives the last number it acknowledged.
fn run_and_kill(fresh: &Fresh, run: u32, random: &mut Seeded) -> u64 {
    let mut writer = Command::new(env!("CARGO_BIN_EXE_store-writer"))
        .args([fresh.place.argument(), TENANT.to_string(), run.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(writer.stdout.take().unwrap()).lines();
    // some acknowledgements first, so that the kill falls among appends and not before them; then a random wait
    let mut acknowledged = 0;
    for _ in 0..=random.below(12) {
        acknowledged = lines.next().unwrap().unwrap().parse().unwrap();
    }
    std::thread::sleep(Duration::from_micros(random.below(20_000)));
    writer.kill().unwrap();
    assert!(!writer.wait().unwrap().success(), "the writer ended by itself");
    // what was acknowledged between the last line read and the kill is still in the pipe
    let rest = lines.map_while(Result::ok).filter_map(|line| line.parse().ok());
    rest.max().unwrap_or(acknowledged)
}

/// What the run left after `before` continues the chain, reaches what was acknowledged, and holds every append whole.
async fn check(fresh: &Fresh, run: u32, before: Head, acknowledged: u64) -> Head {
    let store = fresh.place.open().await;
    let mut head = before;
    let mut appends: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    store
        .replay(TENANT, before.number, |act| {
            assert_eq!((act.number, act.prev), (head.number + 1, head.hash), "run {run}");
            head = act.head();
            let words: Vec<u32> =
                act.payload_text().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
            let [of_run, batch, part, size] = words[..] else { panic!("run {run}: {words:?}") };
            assert_eq!(of_run, run);
            let found = appends.entry(batch).or_insert((0, size));
            found.0 += 1;
            assert_eq!(found.0, part, "run {run}: act {} out of order", act.number);
        })
        .await
        .unwrap();
    for (batch, (found, size)) in &appends {
        assert_eq!(found, size, "run {run}: append {batch} is there in part");
    }
    assert!(head.number > before.number, "run {run} left nothing");
    assert!(head.number >= acknowledged, "run {run}: {} < {acknowledged}", head.number);
    assert_eq!(store.head(TENANT).await.unwrap(), head, "run {run}");
    store.close().await;
    head
}
