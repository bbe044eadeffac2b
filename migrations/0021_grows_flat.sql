CREATE INDEX "observation_moment" ON "observation" USING btree ("topic","observed_at");--> statement-breakpoint
-- Retention deletes in one hour what came in one hour: by a share of the table the room would be used again only after a fifth as much
-- had been appended beside it.
ALTER TABLE "log_record" SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_insert_scale_factor = 0.05);
