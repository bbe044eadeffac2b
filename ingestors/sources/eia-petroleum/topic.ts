// Six years of the weekly petroleum balance through EIA's interface: what the five-year path of a figure is made of.
import { petroleumWeeks } from '../../shapes/petroleum-weeks.ts'

export const petroleumHistory = petroleumWeeks('eia.petroleum-history.v1', {
  id: 'eia-petroleum',
  name: 'EIA Open Data, weekly petroleum',
  url: 'https://www.eia.gov/opendata/',
  licence: 'public domain',
  attribution: 'U.S. Energy Information Administration',
})
