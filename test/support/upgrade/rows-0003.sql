-- Rows as the release before wrote them (schema at migration 0003), one or two of every table, with what is hard to carry over:
-- a month nobody made, text that is not ASCII, nulls wherever they are allowed.
INSERT INTO log_topic (name, partitions, retention_days) VALUES ('old.facts.v1', 2, 400), ('old.compacted.v1', 1, 30);
INSERT INTO log_partition (topic_id, partition, low_offset, next_offset) SELECT id, p, 0, 2 FROM log_topic, generate_series(0, partitions - 1) p;
INSERT INTO log_record (topic_id, partition, "offset", appended_at, key, value)
  SELECT topic_id, partition, o, '2026-10-01T00:00:00Z', 'ключ', CASE WHEN o = 1 AND partition = 1 THEN NULL ELSE '{"key":"ключ","n":' || o || '}' END
  FROM log_partition, generate_series(0, 1) o;
INSERT INTO consumer_offset (group_name, topic, partition, next_offset) VALUES ('counter', 'old.facts.v1', 0, 2), ('counter', 'old.facts.v1', 1, 1);
INSERT INTO dead_letter (group_name, topic, partition, "offset", key, value, reason) VALUES ('counter', 'old.facts.v1', 1, 0, 'k', NULL, 'it was wrong');
INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset") VALUES
  ('old.facts.v1', 'k', '2026-09-01T00:00:00Z', 0, '{"n":1}', 0, 0), ('old.facts.v1', 'k', '2026-09-01T00:00:00Z', 1, '{"n":2}', 0, 1);
INSERT INTO removal (topic, key, below_offset) VALUES ('old.facts.v1', 'gone', 7);
INSERT INTO signal_row (service, route, key, id, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash) VALUES
  ('counter', '/count', 'k', 5, '{"signal":{"label":"old"}}', '{}', '2026-09-01T00:00:00Z', '2026-09-01T00:00:01Z', '2026-09-02T00:00:00Z', 'counter/1', '[]', 'h');
SELECT setval('signal_row_version', 5);
INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash) VALUES
  (4, 'counter', '/count', 'k', '{"signal":{"label":"older"}}', '{}', '2026-08-01T00:00:00Z', '2026-08-01T00:00:01Z', 'counter/1', '[]', 'g'),
  (5, 'counter', '/count', 'k', '{"signal":{"label":"old"}}', '{}', '2026-09-01T00:00:00Z', '2026-09-01T00:00:01Z', 'counter/1', '[]', 'h');
INSERT INTO source_status (source, last_success_at, records) VALUES ('old', '2026-09-01T00:00:00Z', 12);
INSERT INTO source_seen (topic, key, observed_at, content_hash) VALUES ('old.facts.v1', 'k', '2026-09-01T00:00:00Z', 'abc');
INSERT INTO blob (sha256, media_type, bytes) VALUES ('00', 'application/pdf', '\x2550');
INSERT INTO job (kind, key, request, topic, partition, "offset", state, requested_at) VALUES ('convert', 'k', '{}', 'doc.requested.v1', 0, 0, 'queued', '2026-09-01T00:00:00Z');
INSERT INTO payment (run, network, asset, payer, nonce, state, fingerprint, dialect, method, route, resource, pay_to, symbol, decimals, amount, valid_before, owner, lease_until, transaction, answer_type, answer) VALUES
  ('', 'eip155:8453', '0xa', '0xb', '0xc', 'settled', 'f', 2, 'GET', '/api/counter/count', 'http://x/', '0xd', 'USDC', 6, 10000, '2026-09-01T00:01:00Z', 1, '2026-09-01T00:01:00Z', '0xe', 'application/json', '{}');
