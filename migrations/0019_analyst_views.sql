-- Views for people who ask in SQL. A migration that changes a type below drops and makes them again.
CREATE VIEW "v_signal" AS
  SELECT id, service, route, key, body::json #>> '{signal,label}' AS label,
    CASE WHEN json_typeof(body::json #> '{signal,score}') = 'number' THEN (body::json #>> '{signal,score}')::double precision END AS score,
    CASE WHEN json_typeof(body::json #> '{signal,confidence}') = 'number' THEN (body::json #>> '{signal,confidence}')::double precision END AS confidence,
    observed_at, computed_at, stale_after, formula, inputs_hash, body::json AS body, meta::json AS meta
  FROM signal_row;--> statement-breakpoint
CREATE VIEW "v_signal_history" AS
  SELECT id, service, route, key, body::json #>> '{signal,label}' AS label,
    CASE WHEN json_typeof(body::json #> '{signal,score}') = 'number' THEN (body::json #>> '{signal,score}')::double precision END AS score,
    CASE WHEN json_typeof(body::json #> '{signal,confidence}') = 'number' THEN (body::json #>> '{signal,confidence}')::double precision END AS confidence,
    observed_at, computed_at, formula, inputs_hash, body::json AS body, meta::json AS meta
  FROM signal_history;--> statement-breakpoint
CREATE VIEW "v_fact" AS
  SELECT DISTINCT ON (topic, key, observed_at) topic, key, observed_at, revision, value::json ->> 'vintage' AS vintage,
    value::json AS value, partition, "offset"
  FROM observation ORDER BY topic, key, observed_at, revision DESC;
