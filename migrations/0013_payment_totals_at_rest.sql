-- What is certain to move on soon is not summed up, but counted when the sums are read. By row, so that it costs nothing to insert
-- a payment that is.
DROP TRIGGER payment_inserted ON payment;
--> statement-breakpoint
CREATE FUNCTION payment_total_add() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
	VALUES (NEW.run, NEW.state, NEW.network, NEW.symbol, NEW.decimals, payment_total_shard(), 1, NEW.amount)
	ON CONFLICT (run, state, network, symbol, decimals, shard)
	DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_inserted AFTER INSERT ON payment
FOR EACH ROW WHEN (NEW.state NOT IN ('verified', 'served')) EXECUTE FUNCTION payment_total_add();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION payment_total_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'UPDATE' THEN
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, payment_total_shard(), sum(times), sum(times * amount)
		FROM (
			SELECT run, state, network, symbol, decimals, amount, -1 AS times FROM rows_before
			WHERE state NOT IN ('verified', 'served')
			UNION ALL
			SELECT run, state, network, symbol, decimals, amount, 1 AS times FROM rows_after
			WHERE state NOT IN ('verified', 'served')
		) AS change
		GROUP BY run, state, network, symbol, decimals
		HAVING sum(times) <> 0 OR sum(times * amount) <> 0
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	ELSE
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, payment_total_shard(), -count(*), -sum(amount)
		FROM rows_before
		WHERE state NOT IN ('verified', 'served')
		GROUP BY run, state, network, symbol, decimals
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
-- The triggers' change holds off every writer until this is committed: nothing is counted twice or not at all.
DELETE FROM payment_total WHERE state IN ('verified', 'served');
