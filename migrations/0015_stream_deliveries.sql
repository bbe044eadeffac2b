CREATE TABLE "stream_delivery" (
	"payment_id" bigint NOT NULL,
	"version" bigint NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "stream_delivery_payment_id_version_pk" PRIMARY KEY("payment_id","version")
);
--> statement-breakpoint
ALTER TABLE "stream_credit" ADD COLUMN "since" bigint DEFAULT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint) NOT NULL;