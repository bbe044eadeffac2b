-- One round trip per append. The partition's counter row is locked until commit, so offsets become visible in order
-- and a tailing reader can never see a later offset before an earlier one. Partitions arrive sorted: the lock order.
CREATE FUNCTION log_append(p_topic integer, p_locks integer[], p_counts integer[], p_partitions integer[], p_ranks integer[], p_keys text[], p_values text[])
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  bases bigint[];
  base bigint;
BEGIN
  FOR i IN 1 .. array_length(p_locks, 1) LOOP
    UPDATE log_partition SET next_offset = next_offset + p_counts[i]
      WHERE topic_id = p_topic AND partition = p_locks[i] RETURNING next_offset - p_counts[i] INTO base;
    IF base IS NULL THEN
      RAISE EXCEPTION 'log topic % has no partition %', p_topic, p_locks[i];
    END IF;
    bases[p_locks[i]] := base;
  END LOOP;
  INSERT INTO log_record (topic_id, partition, "offset", appended_at, key, value)
    SELECT p_topic, r.partition, bases[r.partition] + r.rank, clock_timestamp(), r.key, r.value
    FROM unnest(p_partitions, p_ranks, p_keys, p_values) AS r(partition, rank, key, value);
  PERFORM pg_notify('log', p_topic::text);
END
$$;
--> statement-breakpoint
CREATE SEQUENCE signal_row_version;
--> statement-breakpoint
CREATE TABLE signal_history (
  id bigint NOT NULL,
  service text NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body text NOT NULL,
  meta text NOT NULL,
  observed_at timestamp(3) with time zone NOT NULL,
  computed_at timestamp(3) with time zone NOT NULL,
  formula text NOT NULL,
  inputs text NOT NULL,
  inputs_hash text NOT NULL,
  PRIMARY KEY (computed_at, id)
) PARTITION BY RANGE (computed_at);
--> statement-breakpoint
CREATE INDEX signal_history_series ON signal_history (service, route, key, computed_at);
--> statement-breakpoint
CREATE INDEX signal_history_id ON signal_history (id);
--> statement-breakpoint
-- Months are created ahead of time by the program; what a late program misses lands here rather than failing a batch.
CREATE TABLE signal_history_default PARTITION OF signal_history DEFAULT;
