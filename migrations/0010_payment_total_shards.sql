-- A shard is one transaction's alone until its end, and none waits for one: two that wrote to the same sums could wait for each other.
CREATE FUNCTION payment_total_shard() RETURNS smallint LANGUAGE plpgsql AS $$
BEGIN
	FOR step IN 0..31 LOOP
		IF pg_try_advisory_xact_lock(1880162308, (pg_backend_pid() + step) % 32) THEN
			RETURN (pg_backend_pid() + step) % 32;
		END IF;
	END LOOP;
	RETURN 32 + pg_backend_pid() % 32000;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION payment_total_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	own smallint := payment_total_shard();
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, own, count(*), sum(amount)
		FROM rows_after
		GROUP BY run, state, network, symbol, decimals
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, own, sum(times), sum(times * amount)
		FROM (
			SELECT run, state, network, symbol, decimals, amount, -1 AS times FROM rows_before
			UNION ALL
			SELECT run, state, network, symbol, decimals, amount, 1 AS times FROM rows_after
		) AS change
		GROUP BY run, state, network, symbol, decimals
		HAVING sum(times) <> 0 OR sum(times * amount) <> 0
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	ELSE
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, own, -count(*), -sum(amount)
		FROM rows_before
		GROUP BY run, state, network, symbol, decimals
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	END IF;
	RETURN NULL;
END $$;
