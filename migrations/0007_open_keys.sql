CREATE TABLE "demand" (
	"source" text NOT NULL,
	"key" text NOT NULL,
	"state" text NOT NULL,
	"outcome" text,
	"message" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"cool_until" timestamp (3) with time zone,
	"next_fetch_at" timestamp (3) with time zone,
	"watch_seconds" integer DEFAULT 0 NOT NULL,
	"appended" integer DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "demand_source_key_pk" PRIMARY KEY("source","key")
);
--> statement-breakpoint
CREATE TABLE "demand_allowance" (
	"source" text NOT NULL,
	"payer" text NOT NULL,
	"tokens" double precision NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "demand_allowance_source_payer_pk" PRIMARY KEY("source","payer")
);
--> statement-breakpoint
CREATE INDEX "demand_waiting" ON "demand" USING btree ("state","asked_at");