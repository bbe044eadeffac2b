// Filings of companies that name a day by which the FDA must decide.
import { catalysts } from '../../shapes/catalysts.ts'

export const pdufaFilings = catalysts('edgar.pdufa-filings.v1', {
  id: 'edgar-pdufa',
  name: 'SEC EDGAR full-text search',
  url: 'https://efts.sec.gov/LATEST/search-index',
  licence: 'public domain',
  attribution: 'U.S. Securities and Exchange Commission',
})
