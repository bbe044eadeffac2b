-- What a process of the release before (migration 0003) goes on doing while the new one has already migrated.
SELECT log_append(1, '{0}', '{1}', '{0}', '{0}', '{late}', '{"{\"key\":\"late\",\"n\":9}"}');
SELECT next_offset FROM consumer_offset WHERE group_name = 'counter' AND topic = 'old.facts.v1' AND partition = 0 FOR UPDATE;
INSERT INTO observation (topic, key, observed_at, revision, value, partition, "offset") VALUES ('old.facts.v1', 'late', '2026-09-03T00:00:00Z', 0, '{"n":9}', 0, 2) ON CONFLICT DO NOTHING;
WITH written AS (
  INSERT INTO signal_row AS r (id, service, route, key, body, meta, observed_at, computed_at, stale_after, formula, inputs, inputs_hash)
  VALUES (nextval('signal_row_version'), 'counter', '/count', 'late', '{"signal":{"label":"late"}}', '{}', now(), now(), now(), 'counter/1', '[]', 'i')
  ON CONFLICT (service, route, key) DO UPDATE SET id = excluded.id, body = excluded.body RETURNING *),
kept AS (
  INSERT INTO signal_history (id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash)
  SELECT id, service, route, key, body, meta, observed_at, computed_at, formula, inputs, inputs_hash FROM written)
SELECT id FROM written;
UPDATE consumer_offset SET next_offset = 3, updated_at = now() WHERE group_name = 'counter' AND topic = 'old.facts.v1' AND partition = 0;
INSERT INTO dead_letter (group_name, topic, partition, "offset", key, value, reason, compute_keys) VALUES ('counter', 'old.facts.v1', 0, 2, 'late', NULL, 'again', '{}')
  ON CONFLICT (group_name, topic, partition, "offset") DO UPDATE SET reason = excluded.reason;
INSERT INTO source_status AS s (source, last_poll_at, last_success_at, records, newest_observed_at) VALUES ('old', now(), now(), 1, now())
  ON CONFLICT (source) DO UPDATE SET records = s.records + 1, failures_in_a_row = 0;
UPDATE job SET state = 'running', attempts = attempts + 1 WHERE kind = 'convert' AND key = 'k';
UPDATE payment SET answer = NULL WHERE state = 'settled' AND settled_at < now();
SELECT * FROM signal_row WHERE service = 'counter' AND route = '/count' AND key = 'late';
