CREATE TABLE "stream_credit" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"bought" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"last_event" bigint DEFAULT 0 NOT NULL,
	"holder" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
-- Row versions are drawn before their transaction commits, so they become visible in another order; this one is the order they are told in.
-- Null in rows of earlier releases, whose processes go on inserting without naming it.
ALTER TABLE signal_history ADD COLUMN written_in xid8;
--> statement-breakpoint
ALTER TABLE signal_history ALTER COLUMN written_in SET DEFAULT pg_current_xact_id();
--> statement-breakpoint
CREATE INDEX signal_history_written ON signal_history (written_in, id);
