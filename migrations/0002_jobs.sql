CREATE TABLE "job" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"request" text NOT NULL,
	"topic" text NOT NULL,
	"partition" integer NOT NULL,
	"offset" bigint NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"refusal_code" text,
	"refusal_message" text,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"backend_pid" integer,
	"backend_start" timestamp with time zone,
	CONSTRAINT "job_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE INDEX "job_waiting" ON "job" USING btree ("kind","state","requested_at");