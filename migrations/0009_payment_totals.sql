CREATE TABLE "payment_total" (
	"run" text NOT NULL,
	"state" text NOT NULL,
	"network" text NOT NULL,
	"symbol" text NOT NULL,
	"decimals" smallint NOT NULL,
	"shard" smallint NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "payment_total_run_state_network_symbol_decimals_shard_pk" PRIMARY KEY("run","state","network","symbol","decimals","shard")
);
--> statement-breakpoint
CREATE FUNCTION payment_total_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'INSERT' THEN
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, pg_backend_pid() % 32, count(*), sum(amount)
		FROM rows_after
		GROUP BY run, state, network, symbol, decimals
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	ELSIF TG_OP = 'UPDATE' THEN
		INSERT INTO payment_total AS t (run, state, network, symbol, decimals, shard, count, amount)
		SELECT run, state, network, symbol, decimals, pg_backend_pid() % 32, sum(times), sum(times * amount)
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
		SELECT run, state, network, symbol, decimals, pg_backend_pid() % 32, -count(*), -sum(amount)
		FROM rows_before
		GROUP BY run, state, network, symbol, decimals
		ORDER BY run, state, network, symbol, decimals
		ON CONFLICT (run, state, network, symbol, decimals, shard)
		DO UPDATE SET count = t.count + excluded.count, amount = t.amount + excluded.amount;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER payment_inserted AFTER INSERT ON payment
REFERENCING NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION payment_total_keep();
--> statement-breakpoint
CREATE TRIGGER payment_updated AFTER UPDATE ON payment
REFERENCING OLD TABLE AS rows_before NEW TABLE AS rows_after FOR EACH STATEMENT EXECUTE FUNCTION payment_total_keep();
--> statement-breakpoint
CREATE TRIGGER payment_deleted AFTER DELETE ON payment
REFERENCING OLD TABLE AS rows_before FOR EACH STATEMENT EXECUTE FUNCTION payment_total_keep();
--> statement-breakpoint
-- The triggers hold off every writer until this is committed: nothing is counted twice or not at all.
INSERT INTO payment_total (run, state, network, symbol, decimals, shard, count, amount)
SELECT run, state, network, symbol, decimals, 0, count(*), sum(amount) FROM payment GROUP BY run, state, network, symbol, decimals;
