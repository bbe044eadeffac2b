ALTER TABLE "log_record" ADD COLUMN "trace" text;--> statement-breakpoint
-- Beside the one without traces, which processes of the release before go on calling, and everybody who does not trace.
CREATE FUNCTION log_append(p_topic integer, p_locks integer[], p_counts integer[], p_partitions integer[], p_ranks integer[], p_keys text[], p_values text[], p_traces text[])
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
  INSERT INTO log_record (topic_id, partition, "offset", appended_at, key, value, trace)
    SELECT p_topic, r.partition, bases[r.partition] + r.rank, clock_timestamp(), r.key, r.value, r.trace
    FROM unnest(p_partitions, p_ranks, p_keys, p_values, p_traces) AS r(partition, rank, key, value, trace);
  PERFORM pg_notify('log', p_topic::text);
END
$$;
