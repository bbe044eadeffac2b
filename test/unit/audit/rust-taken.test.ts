// A program from which anybody takes lamports is no minor matter: each is high, and its mended twin says nothing worse than a note.
import { expect, test } from 'vitest'
import { findingsOf, verdictOf } from '../../../processors/jobs/audit/report.ts'
import { analyseRust } from '../../../processors/jobs/audit/rust/engine.ts'
import { rustRules } from '../../../processors/jobs/audit/rust/rules/index.ts'
import { cleared, emptied, exchange, signedTwins } from '../../support/rust-twins-signed.ts'
import { anchor, crank, deposit, takenTwins } from '../../support/rust-twins-taken.ts'

const found = (text: string) => {
  const given = [{ path: 'lib.rs', text }]
  return findingsOf(analyseRust(given), given, rustRules)
}
const said = (text: string) =>
  found(text).flatMap(({ detector, severity }) => (severity === 'info' ? [] : [`${severity} ${detector}`]))
const worse = (text: string) => said(text).filter((one) => !one.startsWith('low'))

test.each([...takenTwins, ...signedTwins])('$detector is high and told once: $what', ({ detector, broken, mended }) => {
  expect(worse(broken)).toEqual([`high ${detector}`])
  expect(verdictOf(found(broken))).toMatchObject({ score: 60, label: 'major_issues' })
  expect(worse(mended)).toEqual([])
})

test('where nobody signs and only who is meant is paid, it is a note', () => {
  expect(said(crank)).toEqual(['low lamports-without-signer'])
})

test('what was read and is written back with more in it is a deposit', () => {
  expect(worse(deposit)).toEqual([])
  expect(worse(deposit.replace('checked_add', 'checked_sub'))).toEqual(['high authority-not-asked'])
})

test('a plain account of lamports is emptied and not closed, one with data is closed', () => {
  expect(worse(emptied(''))).toEqual([])
  expect(worse(emptied('ctx.accounts.pot.try_borrow_mut_data()?[0..8].copy_from_slice(&amount.to_le_bytes());'))).toContain(
    'medium closed-by-lamports',
  )
})

test('a place is cleared for the account that is made there next, and for no other', () => {
  expect(worse(cleared('place'))).toEqual([])
  expect(worse(cleared('other'))).toEqual(['high pda-signs-for-anybody'])
})

test('who burns coins of his own may be paid by the pot', () => {
  expect(worse(exchange)).toEqual([])
})

const pot = (body: string, more = '') =>
  anchor(
    `${body}
    ctx.accounts.pot.sub_lamports(amount)?;
    ctx.accounts.visitor.add_lamports(amount)?;`,
    `  #[account(mut, seeds = [b"pot"], bump)]
  pub pot: Account<'info, Pot>,
  ${more}
  #[account(mut)]
  pub visitor: Signer<'info>,`,
    '#[account]\npub struct Pot { pub members: Vec<Pubkey>, pub lock: [u8; 32] }',
  )

test.each([
  ['a member of the list', 'require!(ctx.accounts.pot.members.contains(ctx.accounts.visitor.key), Bad::Stranger);', ''],
  ['a secret', 'require!(keccak::hash(&secret).0 == ctx.accounts.pot.lock, Bad::Secret);', ''],
  ['a fixed address', '', "#[account(address = KEEPER)]\n  pub keeper: Signer<'info>,"],
  [
    'a payment',
    'token::burn(CpiContext::new(ctx.accounts.program.to_account_info(), Burn { mint: ctx.accounts.mint.to_account_info(), from: ctx.accounts.coins.to_account_info(), authority: ctx.accounts.visitor.to_account_info() }), amount)?;',
    "#[account(mut)]\n  pub mint: Account<'info, Mint>,\n  #[account(mut, token::mint = mint)]\n  pub coins: Account<'info, TokenAccount>,\n  pub program: Program<'info, Token>,",
  ],
])('%s lets somebody pass who is not the stored authority', (_, body, more) => {
  expect(worse(pot(''))).toEqual(['high lamports-to-anybody'])
  expect(worse(pot(body, more))).toEqual([])
})
