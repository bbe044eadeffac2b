// Mistakes with what state keeps of people and places, each beside its mended twin: lists of members, bumps of addresses.
import type { Twin } from './rust-twins.ts'

const board = (act: string) => `use anchor_lang::prelude::*;
#[program]
pub mod board {
  use super::*;
  pub fn close_vote(ctx: Context<CloseVote>, passed: bool) -> Result<()> {
    ${act}
    ctx.accounts.vote.passed = passed;
    Ok(())
  }
}
#[derive(Accounts)]
pub struct CloseVote<'info> {
  #[account(seeds = [b"board"], bump)]
  pub board: Account<'info, Board>, // <-
  #[account(mut, has_one = board)]
  pub vote: Account<'info, Vote>,
  pub caller: Signer<'info>,
}
#[account]
pub struct Board { pub members: Vec<Pubkey>, pub paused: bool }
#[account]
pub struct Vote { pub board: Pubkey, pub passed: bool }
`
const chest = (
  check: string,
) => `use pinocchio::{account_info::AccountInfo, entrypoint, program_error::ProgramError, pubkey::Pubkey, ProgramResult};
entrypoint!(process);
pub struct Chest { pub held: u64, pub bump: u8 }
impl Chest {
  pub fn from_bytes(data: &[u8]) -> Result<Self, ProgramError> { Ok(Self { held: u64::from_le_bytes(data[0..8].try_into().unwrap()), bump: data[8] }) }
}
pub fn process(program_id: &Pubkey, accounts: &[AccountInfo], data: &[u8]) -> ProgramResult {
  let [chest, // <-
    keeper] = accounts else { return Err(ProgramError::NotEnoughAccountKeys); };
  if !keeper.is_signer() || !chest.is_owned_by(program_id) { return Err(ProgramError::MissingRequiredSignature); }
  let mut bytes = chest.try_borrow_mut_data()?;
  let known = Chest::from_bytes(&bytes)?;
  ${check}
  bytes[0..8].copy_from_slice(&known.held.checked_add(1).ok_or(ProgramError::InvalidArgument)?.to_le_bytes());
  Ok(())
}
`

export const keptTwins: readonly Twin[] = [
  {
    detector: 'members-not-asked',
    what: 'a vote is ended by whoever signs, and not by a member',
    broken: board(''),
    mended: board('require!(ctx.accounts.board.members.contains(&ctx.accounts.caller.key()), Bad::Stranger);'),
  },
  {
    detector: 'address-never-derived',
    what: 'a bump is kept, and no address is derived of it',
    broken: chest(''),
    mended: chest(
      'if chest.key() != &pinocchio::pubkey::create_program_address(&[b"chest", keeper.key().as_ref(), &[known.bump]], program_id)? { return Err(ProgramError::InvalidSeeds); }',
    ),
  },
]
