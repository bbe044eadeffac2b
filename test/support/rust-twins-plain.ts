// Mistakes of programs that take their accounts apart by hand, each beside its mended twin: numbers at fixed places, constants that tell kinds apart, authorities that stand by.
import type { Twin } from './rust-twins.ts'

export const native = `use solana_program::{account_info::{next_account_info, AccountInfo}, entrypoint, entrypoint::ProgramResult, program_error::ProgramError, pubkey::Pubkey};
entrypoint!(process);
#[derive(BorshSerialize, BorshDeserialize)]
pub struct Chest { pub kind: u8, pub authority: Pubkey, pub held: u64 }
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let amount = u64::from_le_bytes(data[..8].try_into().unwrap());
  let list = &mut accounts.iter();
`
const pinocchio = `use pinocchio::{account_info::AccountInfo, entrypoint, program_error::ProgramError, pubkey::Pubkey, ProgramResult};
entrypoint!(process);
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let amount = u64::from_le_bytes(data[..8].try_into().unwrap());
`
const between = (
  check: string,
) => `${pinocchio}  let [from, to, keeper] = accounts else { return Err(ProgramError::NotEnoughAccountKeys); };
  if !keeper.is_signer() { return Err(ProgramError::MissingRequiredSignature); }
  if !from.is_owned_by(program_id) || !to.is_owned_by(program_id) { return Err(ProgramError::InvalidAccountOwner); }
  ${check}
  let mut a = from.try_borrow_mut_data()?;
  if a[0] != 7 || &a[1..33] != keeper.key().as_ref() { return Err(ProgramError::InvalidAccountData); }
  let less = u64::from_le_bytes(a[33..41].try_into().unwrap());
  let b = to.try_borrow_data()?;
  if b[0] != 7 { return Err(ProgramError::InvalidAccountData); }
  let more = u64::from_le_bytes(b[33..41].try_into().unwrap());
  drop(b);
  a[33..41].copy_from_slice(&less.checked_sub(amount).ok_or(ProgramError::InsufficientFunds)?.to_le_bytes());
  let mut c = to.try_borrow_mut_data()?;
  c[33..41].copy_from_slice(&more.checked_add(amount).ok_or(ProgramError::InvalidArgument)?.to_le_bytes()); // <-
  Ok(())
}`
const typed = (check: string) => `${native}  let from = next_account_info(list)?;
  let to = next_account_info(list)?;
  let keeper = next_account_info(list)?;
  if from.owner != program_id || to.owner != program_id || !keeper.is_signer { return Err(ProgramError::IllegalOwner); }
  ${check}
  let mut one = Chest::try_from_slice(&from.data.borrow())?;
  let mut two = Chest::try_from_slice(&to.data.borrow())?;
  if one.kind != 3 || two.kind != 3 || one.authority != *keeper.key { return Err(ProgramError::InvalidAccountData); }
  one.held = one.held.checked_sub(amount).ok_or(ProgramError::InsufficientFunds)?;
  two.held = two.held.checked_add(amount).ok_or(ProgramError::InvalidArgument)?;
  one.serialize(&mut &mut from.data.borrow_mut()[..])?;
  two.serialize(&mut &mut to.data.borrow_mut()[..])?; // <-
  Ok(())
}`
const standing = (check: string) => `${native}  let chest = next_account_info(list)?;
  let authority = next_account_info(list)?; // <-
  let to = next_account_info(list)?;
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
  let mut state = Chest::try_from_slice(&chest.data.borrow())?;
  if state.kind != 3 { return Err(ProgramError::InvalidAccountData); }
  ${check}
  state.held = state.held.checked_sub(amount).ok_or(ProgramError::InsufficientFunds)?;
  state.serialize(&mut &mut chest.data.borrow_mut()[..])?;
  **chest.try_borrow_mut_lamports()? -= amount;
  **to.try_borrow_mut_lamports()? += amount;
  Ok(())
}`
const cutOff = (check: string) => `${native}  let chest = next_account_info(list)?;
  let authority = next_account_info(list)?;
  if chest.owner != program_id { return Err(ProgramError::IllegalOwner); }
  ${check}
  chest.realloc(0, false)?; // <-
  Ok(())
}`
const kinds = (
  check: string,
) => `${pinocchio.replace('pub fn process', 'const CHEST_KIND: u8 = 1;\nconst GUEST_KIND: u8 = 2;\npub fn process')}  let [chest, keeper, to] = accounts else { return Err(ProgramError::NotEnoughAccountKeys); };
  if !keeper.is_signer() || !chest.is_owned_by(program_id) { return Err(ProgramError::MissingRequiredSignature); }
  let bytes = chest.try_borrow_data()?;
  ${check}
  if &bytes[1..33] != keeper.key().as_ref() { return Err(ProgramError::InvalidAccountData); } // <-
  *chest.try_borrow_mut_lamports()? -= amount;
  *to.try_borrow_mut_lamports()? += amount;
  Ok(())
}`
export const priced = (check: string) => `${native}  let chest = next_account_info(list)?;
  let authority = next_account_info(list)?;
  let feed_info = next_account_info(list)?;
  if chest.owner != program_id || *feed_info.owner != FEEDS || !authority.is_signer { return Err(ProgramError::IllegalOwner); }
  let feed = PriceFeed::try_from_slice(&feed_info.data.borrow())?; // <-
  ${check}
  let worth = feed.price.checked_mul(amount).ok_or(ProgramError::InvalidArgument)?;
  let mut state = Chest::try_from_slice(&chest.data.borrow())?;
  if state.kind != 3 || state.authority != *authority.key { return Err(ProgramError::InvalidAccountData); }
  state.held = state.held.checked_add(worth).ok_or(ProgramError::InvalidArgument)?;
  state.serialize(&mut &mut chest.data.borrow_mut()[..])?;
  Ok(())
}
#[derive(BorshSerialize, BorshDeserialize)]
pub struct PriceFeed { pub price: u64, pub publish_time: i64 }`
const signed = (check: string) => `use anchor_lang::prelude::*;
use anchor_lang::solana_program::sysvar::instructions::{load_current_index_checked, load_instruction_at_checked, ID as INSTRUCTIONS};
#[program]
pub mod gifts {
  use super::*;
  pub fn claim(ctx: Context<Claim>) -> Result<()> {
    let place = load_current_index_checked(&ctx.accounts.instructions)?;
    let other = load_instruction_at_checked(place as usize - 1, &ctx.accounts.instructions)?;
    require_keys_eq!(other.program_id, ed25519_program::ID); // <-
    ${check}
    let gift = &mut ctx.accounts.gift;
    require!(!gift.isClaimed, Bad::Twice);
    gift.isClaimed = true;
    Ok(())
  }
}
#[derive(Accounts)]
pub struct Claim<'info> {
  #[account(mut, has_one = claimer)] pub gift: Account<'info, Gift>,
  pub claimer: Signer<'info>,
  /// CHECK: by its address
  #[account(address = INSTRUCTIONS)] pub instructions: AccountInfo<'info>,
}
#[account]
pub struct Gift { pub authority: Pubkey, pub claimer: Pubkey, pub isClaimed: bool }`
const laidBare = (constraint: string) => `use anchor_lang::prelude::*;
#[program]
pub mod notes {
  use super::*;
  pub fn show(ctx: Context<Show>, at: u32) -> Result<Vec<u8>> {
    let bytes = ctx.accounts.note.try_borrow_data()?; // <-
    Ok(bytes[at as usize..].to_vec())
  }
}
#[derive(Accounts)]
pub struct Show<'info> {
  /// CHECK: only read
  ${constraint} pub note: AccountInfo<'info>,
}`
const passed = (constraint: string) => `use anchor_lang::prelude::*;
#[program]
pub mod till {
  use super::*;
  pub fn send(ctx: Context<Send>, amount: u64) -> Result<()> {
    ctx.accounts.book.sent = amount;
    Ok(())
  }
}
#[derive(Accounts)]
pub struct Send<'info> {
  #[account(mut, has_one = owner)] pub book: Account<'info, Book>,
  pub owner: Signer<'info>,
  /// CHECK: none
  #[account(mut${constraint})] pub purse: UncheckedAccount<'info>, // <-
}
#[account]
pub struct Book { pub owner: Pubkey, pub sent: u64 }`
const helped = (check: string) => `${pinocchio}  let chest = &accounts[0];
  let keeper = &accounts[1];
  if !keeper.is_signer() || !chest.is_owned_by(program_id) { return Err(ProgramError::MissingRequiredSignature); }
  let mut bytes = chest.try_borrow_mut_data()?;
  ${check}
  write_key(&mut bytes, 8, keeper.key()); // <-
  write_u64(&mut bytes, 40, amount);
  Ok(())
}`

export const plainTwins: readonly Twin[] = [
  {
    detector: 'same-account-twice',
    what: 'numbers of two accounts are taken out, then both are put back',
    broken: between(''),
    mended: between('if from.key() == to.key() { return Err(ProgramError::InvalidArgument); }'),
  },
  {
    detector: 'same-account-twice',
    what: 'two accounts are read as one kind by hand and both written back',
    broken: typed(''),
    mended: typed('if from.key == to.key { return Err(ProgramError::InvalidArgument); }'),
  },
  {
    detector: 'missing-signer',
    what: 'lamports leave, and the authority that was passed is not looked at at all',
    broken: standing(''),
    mended: standing(
      'if !authority.is_signer || state.authority != *authority.key { return Err(ProgramError::InvalidAccountData); }',
    ),
  },
  {
    detector: 'closed-by-anybody',
    what: 'what an account holds is cut off for whoever asks',
    broken: cutOff(''),
    mended: cutOff(
      'if !authority.is_signer { return Err(ProgramError::MissingRequiredSignature); } if Chest::try_from_slice(&chest.data.borrow())?.authority != *authority.key { return Err(ProgramError::InvalidAccountData); }',
    ),
  },
  {
    detector: 'type-cosplay',
    what: 'constants tell kinds apart, and nobody asks for the one that is meant',
    broken: kinds(''),
    mended: kinds('if bytes[0] != CHEST_KIND { return Err(ProgramError::InvalidAccountData); }'),
  },
  {
    detector: 'stale-price',
    what: 'a price is read beside its time, which is never looked at',
    broken: priced(''),
    mended: priced('if Clock::get()?.unix_timestamp - feed.publish_time > 60 { return Err(ProgramError::InvalidAccountData); }'),
  },
  {
    detector: 'signature-not-read',
    what: 'that some signature was checked is enough',
    broken: signed(''),
    mended: signed('require!(other.data[16..48] == gift_key(&ctx) && other.data[112..] == message(&ctx), Bad::Signature);'),
  },
  {
    detector: 'missing-owner-check',
    what: 'the bytes of any account are given back',
    broken: laidBare(''),
    mended: laidBare('#[account(owner = crate::ID)]'),
  },
  {
    detector: 'missing-owner-check',
    what: 'an account that may be changed passes without a question',
    broken: passed(''),
    mended: passed(', address = book.purse'),
  },
  {
    detector: 'reinitialisation',
    what: 'a helper that was not given writes a new authority',
    broken: helped(''),
    mended: helped('if bytes[0] != 0 { return Err(ProgramError::AccountAlreadyInitialized); }'),
  },
]
