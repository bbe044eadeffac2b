// Pieces of Solana programs as people send them: handlers without their accounts, functions without the lines that take a list apart.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseRust } from '../../../processors/jobs/audit/rust/engine.ts'
import { rustRules } from '../../../processors/jobs/audit/rust/rules/index.ts'

const told = (text: string) => {
  const given = [{ path: 'lib.rs', text }]
  return findingsOf(analyseRust(given), given, rustRules).flatMap(({ detector, severity }) =>
    severity === 'info' ? [] : [`${detector} ${severity}`],
  )
}

test('a handler whose accounts were not given is read for its sums, and nothing is said of who may act', () => {
  const pay = (sum: string) => `use anchor_lang::prelude::*;
pub fn pay(ctx: Context<Pay>, amount: u64) -> Result<()> {
  let vault = &mut ctx.accounts.vault;
  vault.balance = ${sum};
  **ctx.accounts.chest.to_account_info().try_borrow_mut_lamports()? -= amount;
  Ok(())
}
`
  expect(told(pay('vault.balance - amount'))).toEqual(['unchecked-arithmetic low'])
  expect(told(pay('vault.balance.checked_sub(amount).unwrap()'))).toEqual([])
})

test('names that are used as accounts are, where the list is not taken apart', () => {
  const set = (check: string) => `pub fn set_rate(program_id: &Pubkey, accounts: &[AccountInfo], rate: u64) -> ProgramResult {
  ${check}
  let mut pool = Pool::try_from_slice(&pool_info.data.borrow())?;
  pool.rate = rate;
  pool.serialize(&mut &mut pool_info.data.borrow_mut()[..])?;
  Ok(())
}
pub struct Pool { pub manager: Pubkey, pub rate: u64 }
`
  expect(told(set(''))).toContain('missing-signer low')
  const checks =
    'if pool_info.owner != program_id || !manager_info.is_signer || *manager_info.key != pool_manager { return Err(ProgramError::MissingRequiredSignature); }'
  expect(told(set(checks))).toEqual([])
})

test('a name that the grammar takes for a keyword is a name', () => {
  const read = (name: string) => `use anchor_lang::prelude::*;
pub fn read(ctx: Context<Read>) -> Result<u64> {
  let ${name} = ctx.accounts.old.data.borrow();
  let view = Old::try_from_slice(&${name})?;
  Ok(view.amount)
}
#[derive(Accounts)]
pub struct Read<'info> {
  /// CHECK: read by hand
  pub old: AccountInfo<'info>,
}
#[derive(AnchorDeserialize)]
pub struct Old { pub amount: u64 }
`
  expect(told(read('bytes'))).toEqual(['missing-owner-check high'])
  expect(told(read('raw'))).toEqual(told(read('bytes')))
  expect(
    told(
      'fn f() -> *const u8 { let x = 1u8; &raw const x }\npub fn pay(ctx: Context<Pay>, n: u64) -> u64 { ctx.accounts.a.amount + n }',
    ),
  ).toEqual(['unchecked-arithmetic low'])
})

test('what reads itself out of bytes, or out of a trait’s function, is read as that', () => {
  const read = (how: string) => `use anchor_lang::prelude::*;
pub fn read(ctx: Context<Read>, rate: u64) -> Result<()> {
  ${how}
  msg!("{}", page.rate);
  Ok(())
}
pub struct Page { pub rate: u64 }
impl Page {
  pub fn safe_deserialize(data: &mut [u8]) -> Result<Self> { Ok(Page { rate: 1 }) }
}
#[derive(Accounts)]
pub struct Read<'info> {
  /// CHECK: read by hand
  pub page: AccountInfo<'info>,
}
`
  expect(told(read('let page = Page::safe_deserialize(&mut ctx.accounts.page.to_account_info().data.borrow_mut())?;'))).toContain(
    'missing-owner-check high',
  )
  expect(
    told(
      read(
        'let bytes = ctx.accounts.page.try_borrow_data()?; let page: Page = AnchorDeserialize::deserialize(&mut &bytes[..])?;',
      ),
    ),
  ).toContain('missing-owner-check high')
})

test('a helper that moves coins is a call to another program, though it was not given', () => {
  const trade = (
    first: string,
    second: string,
  ) => `pub fn trade(program_id: &Pubkey, accounts: &[AccountInfo], n: u64) -> ProgramResult {
  let list = &mut accounts.iter();
  let book = next_account_info(list)?;
  let vault = next_account_info(list)?;
  let trader = next_account_info(list)?;
  if book.owner != program_id || !trader.is_signer { return Err(ProgramError::IllegalOwner); }
  let mut kept = Book::try_from_slice(&book.data.borrow())?;
  if kept.trader != *trader.key { return Err(ProgramError::IllegalOwner); }
  ${first}
  ${second}
  Ok(())
}
#[derive(BorshDeserialize)]
pub struct Book { pub trader: Pubkey, pub left: u64 }
`
  const pay = 'spl_token_transfer(vault, trader, n)?;'
  const write = 'kept.left = 0; kept.serialize(&mut &mut book.data.borrow_mut()[..])?;'
  expect(told(trade(pay, write))).toContain('state-after-cpi low')
  expect(told(trade(write, pay))).not.toContain('state-after-cpi low')
})

test('two accounts of which the one is somebody’s and the other must not be are not one', () => {
  const vote = (check: string) => `use anchor_lang::prelude::*;
pub fn vote(ctx: Context<Vote>) -> Result<()> {
  ${check}
  ctx.accounts.own.given += 1;
  ctx.accounts.other.taken += 1;
  Ok(())
}
#[account]
pub struct Profile { pub owner: Pubkey, pub given: u64, pub taken: u64 }
#[derive(Accounts)]
pub struct Vote<'info> {
  #[account(mut, constraint = own.owner == voter.key())]
  pub own: Account<'info, Profile>,
  #[account(mut)]
  pub other: Account<'info, Profile>,
  pub voter: Signer<'info>,
}
`
  expect(told(vote(''))).toContain('same-account-twice medium')
  expect(told(vote('require!(ctx.accounts.voter.key() != ctx.accounts.other.owner, Bad::Own);'))).not.toContain(
    'same-account-twice medium',
  )
})
