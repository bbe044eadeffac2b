// What tokens of treasuries and gold trade at, by contract on Ethereum.
import { tokenPrices } from '../../shapes/token-prices.ts'

/** Symbol by contract; the addresses are the issuers' own publications. */
export const rwaContracts = {
  '0x7712c34205737192402172409a8F7ccef8aA2AEc': 'BUIDL',
  '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92': 'OUSG',
  '0x96F6eF951840721AdBF46Ac996b59E0235CB985C': 'USDY',
  '0x43415eB6ff9DB7E26A15b704e7A3eDCe97d31C4e': 'USTB',
  '0x136471a34f6ef19fE571EFFC1CA711fdb8E49f2b': 'USYC',
  '0xdd50C053C096CB04A3e3362E2b622529EC5f2e8a': 'TBILL',
  '0x45804880De22913dAFE09f4980848ECE6EcbAf78': 'PAXG',
  '0x68749665FF8D2d112Fa859AA293F07A622782F38': 'XAUT',
} as const

export const rwaPrices = tokenPrices('defillama.rwa-prices.v1')
