// Day-ahead power and gas at ten US trading hubs, as EIA's page of daily prices gives them; the page keeps no yesterday.
import Type from 'typebox'
import { dailySeries, orNull } from '../../shapes/topics.ts'

const usd = orNull(Type.Number({ minimum: -10_000, maximum: 100_000 }))
const change = orNull(Type.Number({ minimum: -1_000_000, maximum: 1_000_000 }))

export const hubPrices = dailySeries(
  'eia.hub-prices.v1',
  {
    id: 'eia-daily-prices',
    name: 'EIA Daily Prices',
    url: 'https://www.eia.gov/todayinenergy/prices.php',
    licence: 'public domain',
    attribution: 'U.S. Energy Information Administration',
  },
  {
    hub: Type.String({ pattern: '^[a-z0-9-]{2,40}$' }),
    region: Type.String({ minLength: 2, maxLength: 60 }),
    gas_usd_mmbtu: usd,
    gas_change_pct: change,
    power_usd_mwh: usd,
    power_change_pct: change,
    spark_usd_mwh: usd,
  },
  { key: ({ hub }) => hub },
)
