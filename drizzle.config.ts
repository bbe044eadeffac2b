// How drizzle-kit turns db/schema.ts into the next migration; run as npm run migration -- --name what_changes.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/schema.ts',
    './db/payments/table.ts',
    './db/payments/totals-table.ts',
    './db/chains/tables.ts',
    './db/news/tables.ts',
  ],
  out: './migrations',
})
