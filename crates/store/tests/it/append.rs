//! Appending: positions, races, all or nothing, replay.

use ledger::{Digest, Head, SealError, seal_all, verify};
use store::AppendError;

use crate::engines::{OTHER, TENANT, draft, drafts, on_each};

#[tokio::test]
async fn an_empty_ledger_is_at_its_beginning() {
    on_each(async |fresh| {
        assert_eq!(fresh.store.head(TENANT).await.unwrap(), Head::GENESIS);
        assert_eq!(fresh.store.acts_after(TENANT, 0, 10).await.unwrap(), []);
        assert_eq!(fresh.store.act(TENANT, 1).await.unwrap(), None);
        assert!(fresh.store.tenants().await.unwrap().is_empty());
        assert!(fresh.store.verify(TENANT, &[]).await.unwrap().is_intact());
    })
    .await;
}

#[tokio::test]
async fn acts_come_back_byte_for_byte_and_chained() {
    on_each(async |fresh| {
        let appended = fresh.store.append(TENANT, 0, &drafts(5)).await.unwrap();
        assert_eq!(appended, seal_all(TENANT, drafts(5), Head::GENESIS).unwrap());
        let more = fresh.store.append(TENANT, 5, &[draft(6)]).await.unwrap();
        let reopened = fresh.place.open().await;
        let all = reopened.acts_after(TENANT, 0, 100).await.unwrap();
        assert_eq!(all[..5], appended);
        assert_eq!(all[5..], more);
        assert!(verify(TENANT, &all, &[]).is_intact());
        assert_eq!(reopened.head(TENANT).await.unwrap(), more[0].head());
        assert_eq!(reopened.acts_after(TENANT, 2, 2).await.unwrap(), all[2..4]);
        assert_eq!(reopened.act(TENANT, 3).await.unwrap().as_ref(), Some(&all[2]));
        reopened.close().await;
    })
    .await;
}

#[tokio::test]
async fn both_engines_make_the_same_chain() {
    on_each(async |fresh| {
        let acts = fresh.store.append(TENANT, 0, &drafts(3)).await.unwrap();
        let expected = seal_all(TENANT, drafts(3), Head::GENESIS).unwrap();
        assert_eq!(acts[2].hash, expected[2].hash);
    })
    .await;
}

#[tokio::test]
async fn an_outdated_position_is_a_conflict_that_writes_nothing() {
    on_each(async |fresh| {
        fresh.store.append(TENANT, 0, &drafts(2)).await.unwrap();
        for expected in [0, 1, 3] {
            let refused = fresh.store.append(TENANT, expected, &drafts(1)).await.unwrap_err();
            assert!(matches!(refused, AppendError::Conflict { head: 2 }), "{refused:?}");
            assert!(refused.pt_br().contains("ato 2"));
        }
        assert_eq!(fresh.store.head(TENANT).await.unwrap().number, 2);
    })
    .await;
}

#[tokio::test]
async fn a_malformed_draft_takes_the_whole_append_with_it() {
    on_each(async |fresh| {
        let mut batch = drafts(3);
        batch[2].effective_on = "30/11/2026".into();
        let refused = fresh.store.append(TENANT, 0, &batch).await.unwrap_err();
        assert!(matches!(refused, AppendError::Seal(SealError::Date(_))), "{refused:?}");
        assert_eq!(fresh.store.head(TENANT).await.unwrap(), Head::GENESIS);
        assert_eq!(fresh.store.acts_after(TENANT, 0, 10).await.unwrap(), []);
        assert_eq!(fresh.store.append(TENANT, 0, &[]).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn municipalities_do_not_share_a_sequence() {
    on_each(async |fresh| {
        fresh.store.append(TENANT, 0, &drafts(2)).await.unwrap();
        let other = fresh.store.append(OTHER, 0, &drafts(1)).await.unwrap();
        assert_eq!((other[0].number, other[0].prev), (1, Digest::ZERO));
        assert_eq!(fresh.store.tenants().await.unwrap(), [TENANT, OTHER]);
        assert_eq!(fresh.store.acts_after(TENANT, 0, 10).await.unwrap().len(), 2);
    })
    .await;
}

/// Eight writers, each with its own connections, all want the next position: one wins each, the others learn where
/// the ledger is and try again, until all have written all of theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn racing_writers_take_each_position_once() {
    const WRITERS: u64 = 8;
    const EACH: u64 = 6;
    on_each(async |fresh| {
        let mut tasks = Vec::new();
        for writer in 0..WRITERS {
            let place = fresh.place.clone();
            tasks.push(tokio::spawn(async move {
                let store = place.open().await;
                let (mut head, mut won, mut lost) = (0, Vec::new(), 0_u64);
                while (won.len() as u64) < EACH {
                    match store.append(TENANT, head, &[draft(writer * 100 + won.len() as u64)]).await {
                        Ok(acts) => {
                            head = acts[0].number;
                            won.push(head);
                        }
                        Err(AppendError::Conflict { head: at }) => {
                            lost += 1;
                            head = at;
                        }
                        Err(error) => panic!("{error:?}"),
                    }
                }
                store.close().await;
                (won, lost)
            }));
        }
        let (mut positions, mut conflicts) = (Vec::new(), 0);
        for task in tasks {
            let (won, lost) = task.await.unwrap();
            positions.extend(won);
            conflicts += lost;
        }
        positions.sort_unstable();
        assert_eq!(positions, (1..=WRITERS * EACH).collect::<Vec<_>>());
        // all began at position 0, and only one could have it
        assert!(conflicts >= WRITERS - 1, "{conflicts}");
        let report = fresh.store.verify(TENANT, &[]).await.unwrap();
        assert!(report.is_intact(), "{:?}", report.findings);
        assert_eq!(report.acts, WRITERS * EACH);
    })
    .await;
}

#[tokio::test]
async fn a_large_ledger_replays_in_order() {
    const BATCH: u64 = 500;
    on_each(async |fresh| {
        for batch in 0..10 {
            let batch_drafts: Vec<_> = (1..=BATCH).map(|n| draft(batch * BATCH + n)).collect();
            fresh.store.append(TENANT, batch * BATCH, &batch_drafts).await.unwrap();
        }
        let (mut count, mut last) = (0_u64, Head::GENESIS);
        fresh
            .store
            .replay(TENANT, 0, |act| {
                assert_eq!((act.number, act.prev), (last.number + 1, last.hash));
                last = act.head();
                count += 1;
            })
            .await
            .unwrap();
        assert_eq!(count, 10 * BATCH);
        assert_eq!(fresh.store.head(TENANT).await.unwrap(), last);
        let report = fresh.store.verify(TENANT, &[last.checkpoint(TENANT)]).await.unwrap();
        assert_eq!((report.is_intact(), report.acts), (true, 10 * BATCH));
        let mut tail = Vec::new();
        fresh.store.replay(TENANT, 10 * BATCH - 2, |act| tail.push(act.number)).await.unwrap();
        assert_eq!(tail, [10 * BATCH - 1, 10 * BATCH]);
    })
    .await;
}

/// What the closure of `replay` borrows must be usable afterwards, and reads see what was just appended.
#[tokio::test]
async fn reads_see_their_own_writes() {
    on_each(async |fresh| {
        for n in 0..30 {
            fresh.store.append(TENANT, n, &[draft(n)]).await.unwrap();
            assert_eq!(fresh.store.head(TENANT).await.unwrap().number, n + 1);
            assert_eq!(fresh.store.acts_after(TENANT, n, 10).await.unwrap().len(), 1);
        }
    })
    .await;
}
