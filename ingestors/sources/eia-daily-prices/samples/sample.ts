// Written by us in the page's shape: both tables, prices with a class of their own beside changes, NA where nothing was traded.
import { defineSample } from '../../../define.ts'
import { dayNumber, level } from '../../../samples/walk.ts'

const regions = {
  'New England': 58,
  'New York City': 52,
  'Mid-Atlantic': 47,
  Midwest: 41,
  Louisiana: 36,
  Houston: 34,
  Southwest: 39,
  'Southern CA': 49,
  'Northern CA': 52,
  Northwest: 44,
} as const

export default defineSample({
  answer(url, now) {
    if (url.hostname !== 'www.eia.gov' || url.pathname !== '/todayinenergy/prices.php') return null
    const day = dayNumber(now) - 1
    const date = new Date(day * 86_400_000)
    const written = `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${String(date.getUTCFullYear()).slice(2)}`
    const change = (name: string) => {
      const value = level(name, day, 0, 9).toFixed(1)
      return `<td class="${Number(value) > 0 ? 'up' : Number(value) < 0 ? 'dn' : 'nc'}">${Number(value) > 0 ? '+' : ''}${value}</td>`
    }
    const rows = Object.entries(regions).map(([region, usual]) => {
      const power = level(`power/${region}`, day, usual, usual / 3)
      const gas = level(`gas/${region}`, day, 3.4, 1.2)
      if (region === 'Southwest')
        return `<tr><td class="s1">${region}</td><td class="d1">${gas.toFixed(2)}</td>${change('g')}<td class="d1">NA</td><td class="nc">NA</td><td class="d1">NA</td></tr>`
      return `<tr><td class="s1">${region}</td><td class="d1">${gas.toFixed(2)}</td>${change(`g${region}`)}<td class="d1">${power.toFixed(2)}</td>${change(`p${region}`)}<td class="d1">${(power - 7 * gas).toFixed(2)}</td></tr>`
    })
    const oil = `<table summary="Spot Petroleum Prices"><tr class="prices_table_title"><td colspan="4"><b>Wholesale Spot Petroleum Prices, ${written} Close</b></td></tr><tr><td class="s1">Crude Oil ($/barrel)</td><td class="s2">WTI</td><td class="d1">71.20</td><td class="up">+0.4</td></tr></table>`
    const title = `<tr class="prices_table_title"><td colspan="7"><b>Select Spot Prices for Delivery Today</b></td></tr>`
    const today = date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const body = `<html><body><span class="date">${today}</span><h1>Daily Prices</h1>${oil}\n<table summary="Spot Natural Gas and Electric Power Prices">${title}\n${rows.join('\n')}\n</table></body></html>`
    return { type: 'application/xhtml+xml', body }
  },
})
