// How drizzle-kit turns db/schema.ts into the next migration; run as npm run migration -- --name what_changes.
import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './db/schema.ts',
    './db/payment-table.ts',
    './db/payment-totals-table.ts',
    './db/chain-tables.ts',
    './db/news-tables.ts',
  ],
  out: './migrations',
})
