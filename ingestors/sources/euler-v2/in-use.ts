// The part of Euler's lists that matters: lenders whom somebody owes, and of what each takes the vaults of which somebody has a share.

type Fact = Record<string, any>

export function vaultsInUse(vaults: readonly Fact[]): readonly { readonly lender: Fact; readonly shares: readonly Fact[] }[] {
  const byAddress = new Map(vaults.map((one) => [one.vault as string, one]))
  return vaults.flatMap((lender) => {
    const { lends } = lender
    if (lends === null || lends.scaled_total === '0') return []
    const taken = (lends.collateral as Fact[]).map(({ vault }) => byAddress.get(vault))
    return [{ lender, shares: taken.filter((share): share is Fact => share !== undefined && share.share_total !== '0') }]
  })
}
