CREATE TABLE "chain_block" (
	"chain_id" integer NOT NULL,
	"source" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent" text NOT NULL,
	CONSTRAINT "chain_block_chain_id_source_number_pk" PRIMARY KEY("chain_id","source","number")
);
--> statement-breakpoint
CREATE TABLE "chain_checkpoint" (
	"chain_id" integer NOT NULL,
	"source" text NOT NULL,
	"genesis" text NOT NULL,
	"phase" text NOT NULL,
	"number" bigint NOT NULL,
	"hash" text NOT NULL,
	"parent" text NOT NULL,
	"sequence" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chain_checkpoint_chain_id_source_pk" PRIMARY KEY("chain_id","source")
);
--> statement-breakpoint
CREATE TABLE "chain_subject" (
	"chain_id" integer NOT NULL,
	"source" text NOT NULL,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"content" text,
	"appended_for" timestamp (3) with time zone,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"due" boolean NOT NULL,
	"undone" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chain_subject_chain_id_source_topic_key_pk" PRIMARY KEY("chain_id","source","topic","key")
);
--> statement-breakpoint
CREATE TABLE "chain_touched" (
	"chain_id" integer NOT NULL,
	"source" text NOT NULL,
	"number" bigint NOT NULL,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"appended" boolean NOT NULL,
	CONSTRAINT "chain_touched_chain_id_source_number_topic_key_pk" PRIMARY KEY("chain_id","source","number","topic","key")
);
--> statement-breakpoint
ALTER TABLE "source_status" ADD COLUMN "detail" text;--> statement-breakpoint
CREATE INDEX "chain_subject_due" ON "chain_subject" USING btree ("chain_id","source","undone") WHERE "chain_subject"."due";