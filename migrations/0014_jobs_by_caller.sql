ALTER TABLE "job" ADD COLUMN "caller" text;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "is_short" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "job" ADD COLUMN "work_ms" integer;