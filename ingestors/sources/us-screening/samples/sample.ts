// Written by us in the consolidated list's shape, of firms that do not exist; one row is Treasury's.
import { defineSample } from '../../../define.ts'

const head = '_id,source,entity_number,type,programs,name,title,addresses,start_date,remarks,alt_names,dates_of_birth,ids'
const rows = [
  '"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","Entity List (EL) - Bureau of Industry and Security","","","","Gizmotronix Import and Export Company","","Room 1, Sampletown, CN","2023-07-19","","Gizmotronix Trading; GIEC","",""',
  '"a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2a2","Specially Designated Nationals (SDN) - Treasury Department","90002","Entity","","QUEXTRON PETROCHEMICAL COMPANY","","","","","","",""',
]

export default defineSample({
  answer: (url) => (url.hostname === 'data.trade.gov' ? { type: 'text/csv', body: [head, ...rows].join('\n') } : null),
})
