// Mistakes with what is passed on and counted in Solana programs, each beside its mended twin: sums of the caller's own, accounts handed over whole, state written late.
import type { Twin } from './rust-twins.ts'
import { native, priced } from './rust-twins-plain.ts'

const sums = (sum: string) => `use anchor_lang::prelude::*;
#[program]
pub mod pools {
  use super::*;
  pub fn fill(ctx: Context<Fill>, one: u64, other: u64) -> Result<()> {
    ctx.accounts.pool.size = ${sum}; // <-
    Ok(())
  }
}
#[derive(Accounts)]
pub struct Fill<'info> { #[account(mut, has_one = owner)] pub pool: Account<'info, Pool>, pub owner: Signer<'info> }
#[account]
pub struct Pool { pub owner: Pubkey, pub size: u64 }`
const counted = (sum: string) =>
  sums('held').replace(
    'ctx.accounts.pool.size = held; // <-',
    `let mut total_items: u64 = 0;
    let step = one;
    total_items = ${sum}; // <-
    ctx.accounts.pool.size = total_items;`,
  )
const looked = (
  call: string,
) => `use solana_program::{account_info::{next_account_info, AccountInfo}, entrypoint, entrypoint::ProgramResult, pubkey::Pubkey};
entrypoint!(process);
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let payer = next_account_info(&mut accounts.iter())?;
  let parts = Parts::from_slice(program_id)?;
  let place = ${call}; // <-
  if place == 0 { return Err(ProgramError::InvalidArgument); }
  Ok(())
}`
const afterwards = (order: readonly [string, string]) => `${native}  let chest = next_account_info(list)?;
  let keeper = next_account_info(list)?;
  let from = next_account_info(list)?;
  if chest.owner != program_id || !keeper.is_signer { return Err(ProgramError::IllegalOwner); }
  let mut state = Chest::try_from_slice(&chest.data.borrow())?;
  if state.kind != 3 || state.authority != *keeper.key { return Err(ProgramError::InvalidAccountData); }
  ${order[0]}
  ${order[1]}
  Ok(())
}`
const pays = 'invoke(&system_instruction::transfer(keeper.key, from.key, amount), &[keeper.clone(), from.clone()])?;'
const keeps = 'state.serialize(&mut &mut chest.data.borrow_mut()[..])?; // <-'
const handed = (list: string) => `use anchor_lang::prelude::*;
#[program]
pub mod swaps {
  use super::*;
  pub fn swap<'info>(ctx: Context<'_, '_, '_, 'info, Swap<'info>>, data: Vec<u8>) -> Result<()> {
    let ix = Instruction { program_id: MARKET, accounts: vec![], data };
    invoke(&ix, ${list})?; // <-
    Ok(())
  }
}
#[derive(Accounts)]
pub struct Swap<'info> { pub user: Signer<'info> }`

export const passedTwins: readonly Twin[] = [
  {
    detector: 'unchecked-arithmetic',
    what: 'two numbers of the caller are multiplied',
    broken: sums('one * other'),
    mended: sums('one.checked_mul(other).ok_or(Bad::Sum)?'),
  },
  {
    detector: 'unchecked-arithmetic',
    what: 'numbers of the caller are counted together by such a name',
    broken: counted('total_items + step'),
    mended: counted('total_items.checked_add(step).ok_or(Bad::Sum)?'),
  },
  {
    detector: 'sysvar-unchecked',
    what: 'the older function is given the bytes of an account that nothing is known of',
    broken: looked('load_current_index(&parts.other.try_borrow_mut_data()?)'),
    mended: looked('load_current_index_checked(&parts.other)?'),
  },
  {
    detector: 'state-after-cpi',
    what: 'state read by hand is written back after the payment',
    broken: afterwards([pays, keeps]),
    mended: afterwards([keeps, pays]),
  },
  {
    detector: 'remaining-unchecked',
    what: 'all further accounts are handed on as they come',
    broken: handed('ctx.remaining_accounts'),
    mended: handed('&[ctx.accounts.user.to_account_info()]'),
  },
  {
    detector: 'stale-price',
    what: 'a feed keeps what it says under another name',
    broken: priced('').replaceAll('price:', 'answer:').replaceAll('feed.price', 'feed.answer'),
    mended: priced('if Clock::get()?.unix_timestamp - feed.publish_time > 60 { return Err(ProgramError::InvalidAccountData); }')
      .replaceAll('price:', 'answer:')
      .replaceAll('feed.price', 'feed.answer'),
  },
]
