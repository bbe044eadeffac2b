ALTER TABLE "source_seen" ADD COLUMN "given_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "source_seen_given" ON "source_seen" USING btree ("given_at");