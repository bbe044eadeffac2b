CREATE TABLE "blob" (
	"sha256" text PRIMARY KEY NOT NULL,
	"media_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consumer_offset" (
	"group_name" text NOT NULL,
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"next_offset" bigint NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "consumer_offset_group_name_topic_partition_pk" PRIMARY KEY("group_name","topic","partition")
);
--> statement-breakpoint
CREATE TABLE "dead_letter" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dead_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_name" text NOT NULL,
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"offset" bigint NOT NULL,
	"key" text NOT NULL,
	"value" text,
	"reason" text NOT NULL,
	"compute_keys" text[] DEFAULT '{}' NOT NULL,
	"failed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"retried_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "log_member" (
	"group_name" text NOT NULL,
	"member" text NOT NULL,
	"backend_pid" integer NOT NULL,
	"backend_start" timestamp with time zone NOT NULL,
	CONSTRAINT "log_member_group_name_member_pk" PRIMARY KEY("group_name","member")
);
--> statement-breakpoint
CREATE TABLE "log_partition" (
	"topic_id" integer NOT NULL,
	"partition" integer NOT NULL,
	"low_offset" bigint DEFAULT 0 NOT NULL,
	"next_offset" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "log_partition_topic_id_partition_pk" PRIMARY KEY("topic_id","partition")
);
--> statement-breakpoint
CREATE TABLE "log_record" (
	"topic_id" integer NOT NULL,
	"partition" integer NOT NULL,
	"offset" bigint NOT NULL,
	"appended_at" timestamp (3) with time zone NOT NULL,
	"key" text NOT NULL,
	"value" text,
	CONSTRAINT "log_record_topic_id_partition_offset_pk" PRIMARY KEY("topic_id","partition","offset")
);
--> statement-breakpoint
CREATE TABLE "log_topic" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "log_topic_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"partitions" integer NOT NULL,
	"retention_days" integer NOT NULL,
	"compact" boolean DEFAULT false NOT NULL,
	CONSTRAINT "log_topic_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "observation" (
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"revision" bigint NOT NULL,
	"value" text NOT NULL,
	"partition" integer NOT NULL,
	"offset" bigint NOT NULL,
	CONSTRAINT "observation_topic_key_observed_at_revision_pk" PRIMARY KEY("topic","key","observed_at","revision")
);
--> statement-breakpoint
CREATE TABLE "removal" (
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"below_offset" bigint NOT NULL,
	CONSTRAINT "removal_topic_key_pk" PRIMARY KEY("topic","key")
);
--> statement-breakpoint
CREATE TABLE "signal_row" (
	"service" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"id" bigint NOT NULL,
	"body" text NOT NULL,
	"meta" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"computed_at" timestamp (3) with time zone NOT NULL,
	"stale_after" timestamp (3) with time zone NOT NULL,
	"formula" text NOT NULL,
	"inputs" text NOT NULL,
	"inputs_hash" text NOT NULL,
	CONSTRAINT "signal_row_service_route_key_pk" PRIMARY KEY("service","route","key")
);
--> statement-breakpoint
CREATE TABLE "source_seen" (
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "source_seen_topic_key_observed_at_pk" PRIMARY KEY("topic","key","observed_at")
);
--> statement-breakpoint
CREATE TABLE "source_status" (
	"source" text PRIMARY KEY NOT NULL,
	"last_poll_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_error_at" timestamp (3) with time zone,
	"last_error" text,
	"failures_in_a_row" integer DEFAULT 0 NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"records" bigint DEFAULT 0 NOT NULL,
	"newest_observed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "dead_letter_record" ON "dead_letter" USING btree ("group_name","topic","partition","offset");--> statement-breakpoint
CREATE INDEX "signal_row_id" ON "signal_row" USING btree ("id");