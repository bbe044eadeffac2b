-- Rows of the tables that came between migrations 0003 and 0007, as the release of then wrote them.
INSERT INTO chain_checkpoint (chain_id, source, genesis, phase, number, hash, parent, sequence) VALUES (1, 'aave-v3', '0x00', 'follow', 10, '0x0a', '0x09', 4);
INSERT INTO chain_block (chain_id, source, number, hash, parent) VALUES (1, 'aave-v3', 10, '0x0a', '0x09'), (1, 'aave-v3', 9, '0x09', '0x08');
INSERT INTO chain_touched (chain_id, source, number, topic, key, appended) VALUES (1, 'aave-v3', 10, 'aave-v3.position.v1', '1:a:b', true);
INSERT INTO chain_subject (chain_id, source, topic, key, content, appended_for, parts, due) VALUES
  (1, 'aave-v3', 'aave-v3.position.v1', '1:a:b', '{"n":1}', '2026-09-01T00:00:00Z', '{m1,m2}', false), (1, 'aave-v3', 'aave-v3.position.v1', '1:a:c', NULL, NULL, '{}', true);
INSERT INTO stream_credit (payment_id, name, bought, used, last_event, holder) VALUES (1, 'counter/count', 10, 3, 5, 'h');
INSERT INTO demand (source, key, state, asked_at, outcome) VALUES ('s', 'waiting', 'queued', '2026-09-01T00:00:00Z', NULL), ('s', 'done', 'idle', '2026-09-01T00:00:00Z', 'done');
INSERT INTO demand_allowance (source, payer, tokens, taken_at) VALUES ('s', '0xb', 19.5, '2026-09-01T00:00:00Z');
