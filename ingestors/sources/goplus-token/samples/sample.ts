// Written by us in the shape of GoPlus' token security: flags as texts, shares as fractions in texts, one holder locked.
import { defineSample } from '../../../define.ts'

export default defineSample({
  answer(url) {
    if (url.hostname !== 'api.gopluslabs.io') return null
    const token = url.searchParams.get('contract_addresses') ?? ''
    const holder = (n: number, percent: string, isLocked: 0 | 1) => ({
      address: `0x${n.toString(16).padStart(40, '7')}`,
      tag: isLocked === 1 ? 'UniCrypt' : '',
      is_contract: isLocked,
      balance: '1000000',
      percent,
      is_locked: isLocked,
      ...(isLocked === 0
        ? {}
        : {
            locked_detail: [{ amount: '1000000', end_time: '2031-11-01T05:00:00+00:00', opt_time: '2023-11-24T18:19:59+00:00' }],
          }),
    })
    const found = {
      anti_whale_modifiable: '0',
      buy_tax: '0',
      can_take_back_ownership: '0',
      cannot_buy: '0',
      cannot_sell_all: '0',
      creator_address: '0x3ab0e9ec7c6b8e6e8ed1e8d1b9e2f2b2d3ac0001',
      creator_balance: '0',
      creator_percent: '0.000000',
      external_call: '0',
      hidden_owner: '0',
      holder_count: '6120345',
      holders: [holder(1, '0.081', 0), holder(2, '0.055', 1), ...[3, 4, 5, 6, 7, 8, 9, 10].map((n) => holder(n, '0.019', 0))],
      honeypot_with_same_creator: '0',
      is_anti_whale: '0',
      is_blacklisted: '1',
      is_honeypot: '0',
      is_in_dex: '1',
      is_mintable: '1',
      is_open_source: '1',
      is_proxy: '1',
      is_whitelisted: '0',
      // Of the shares of its largest pool; a token in no pool has none of these members.
      lp_holder_count: '41',
      lp_holders: [
        { ...holder(21, '0.62', 1), NFT_list: null },
        { ...holder(22, '0.2', 0), NFT_list: null },
      ],
      lp_total_supply: '1612903.2',
      owner_address: '',
      owner_balance: '0',
      owner_change_balance: '0',
      owner_percent: '0.000000',
      personal_slippage_modifiable: '0',
      selfdestruct: '0',
      sell_tax: '0',
      slippage_modifiable: '0',
      token_name: 'USD Coin',
      token_symbol: 'USDC',
      total_supply: '4200000000',
      trading_cooldown: '0',
      transfer_pausable: '1',
    }
    return { type: 'application/json', body: JSON.stringify({ code: 1, message: 'OK', result: { [token]: found } }) }
  },
})
