// Solana programs whose seeds sign for whoever asks, each beside its mended twin: pots that are checked, and callers that are not.
import type { Twin } from './rust-twins.ts'
import { anchor, native, signs } from './rust-twins-taken.ts'

const none = '#[derive(BorshSerialize, BorshDeserialize)]\npub struct Note { pub text: u64 }'
const farm =
  '#[derive(BorshSerialize, BorshDeserialize)]\npub struct Farm { pub manager: Pubkey, pub vault: Pubkey, pub bump: u8 }'

const safe = (check: string) =>
  native(
    none,
    `  let user = next_account_info(list)?;
  let safe = next_account_info(list)?;
  let target = next_account_info(list)?;
${check}
  let (place, bump) = Pubkey::find_program_address(&[b"safe", user.key.as_ref()], program_id);
  if place != *safe.key { return Err(ProgramError::InvalidSeeds); }
  let ix = system_instruction::transfer(safe.key, target.key, amount);
  invoke_signed(&ix, &[safe.clone(), target.clone()], &[&[b"safe", user.key.as_ref(), &[bump]]]) // <-`,
  )
const treasury = (seeds: string) =>
  native(
    none,
    `  let user = next_account_info(list)?;
  let treasury = next_account_info(list)?;
${signs('user')}
  let (_, bump) = Pubkey::find_program_address(&[b"treasury"${seeds}], program_id);
  let ix = system_instruction::transfer(treasury.key, user.key, amount);
  invoke_signed(&ix, &[treasury.clone(), user.clone()], &[&[b"treasury"${seeds}, &[bump]]]) // <-`,
  )
const sweep = (check: string) =>
  native(
    farm,
    `  let farm_info = next_account_info(list)?;
  let caller = next_account_info(list)?;
  let vault = next_account_info(list)?;
  let receiver = next_account_info(list)?;
  let signer = next_account_info(list)?;
  if farm_info.owner != program_id { return Err(ProgramError::IllegalOwner); }
${signs('caller')}
  let farm = Farm::try_from_slice(&farm_info.data.borrow())?;
  if farm.vault != *vault.key { return Err(ProgramError::InvalidAccountData); }
  ${check}
  let ix = spl_token::instruction::transfer(&spl_token::ID, vault.key, receiver.key, signer.key, &[], amount)?;
  invoke_signed(&ix, &[vault.clone(), receiver.clone(), signer.clone()], &[&[b"farm", farm_info.key.as_ref(), &[farm.bump]]]) // <-`,
  )
const coins = (call: string, lock: string, receiver: string) =>
  anchor(
    `require!(Clock::get()?.unix_timestamp > ctx.accounts.lock.until, Bad::Early);
    let seeds: &[&[&[u8]]] = &[&[b"lock", &[ctx.accounts.lock.bump]]];
    ${call}`,
    `  #[account(seeds = [b"lock"], bump = lock.bump${lock})]
  pub lock: Account<'info, Lock>,
  #[account(mut, token::authority = lock)]
  pub vault: Account<'info, TokenAccount>,
  #[account(mut)]
  pub mint: Account<'info, Mint>,
  ${receiver}
  pub owner: Signer<'info>,
  pub token_program: Program<'info, Token>,`,
    '#[account]\npub struct Lock { pub owner: Pubkey, pub until: i64, pub bump: u8 }',
  )
const transfer =
  'token::transfer(CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), Transfer { from: ctx.accounts.vault.to_account_info(), to: ctx.accounts.receiver.to_account_info(), authority: ctx.accounts.lock.to_account_info() }, seeds), amount)?; // <-'
const close =
  'token::close_account(CpiContext::new_with_signer(ctx.accounts.token_program.to_account_info(), CloseAccount { account: ctx.accounts.vault.to_account_info(), destination: ctx.accounts.receiver.to_account_info(), authority: ctx.accounts.lock.to_account_info() }, seeds))?; // <-'
const any = "#[account(mut, token::mint = mint)]\n  pub receiver: Account<'info, TokenAccount>,"
const own =
  "#[account(mut, associated_token::mint = mint, associated_token::authority = owner)]\n  pub receiver: Account<'info, TokenAccount>,"
const plain = "/// CHECK: rent\n  #[account(mut)]\n  pub receiver: UncheckedAccount<'info>,"

const twin = (what: string, broken: string, mended: string): Twin => ({
  detector: 'pda-signs-for-anybody',
  what,
  broken,
  mended,
})
export const signedTwins: readonly Twin[] = [
  twin('the user whose key is a seed does not sign', safe(''), safe(signs('user'))),
  twin('one treasury pays whoever signs', treasury(''), treasury(', user.key.as_ref()')),
  twin(
    'the pot is compared, and the caller is not',
    sweep(''),
    sweep('if farm.manager != *caller.key { return Err(ProgramError::InvalidAccountData); }'),
  ),
  twin('after a time anybody takes', coins(transfer, '', any), coins(transfer, ', has_one = owner', any)),
  twin('anybody takes into an account of his own', coins(transfer, '', own), coins(transfer, ', has_one = owner', own)),
  twin('a pot of coins is closed for anybody', coins(close, '', plain), coins(close, ', has_one = owner', plain)),
]

/** A place that holds lamports already is cleared before an account is made there; `made` is that account. */
export const cleared = (made: string) =>
  native(
    none,
    `  let payer = next_account_info(list)?;
  let place = next_account_info(list)?;
  let other = next_account_info(list)?;
${signs('payer')}
  let (key, bump) = Pubkey::find_program_address(&[b"place"], program_id);
  if key != *place.key { return Err(ProgramError::InvalidSeeds); }
  let seeds: &[&[&[u8]]] = &[&[b"place", &[bump]]];
  invoke_signed(&system_instruction::transfer(place.key, other.key, amount), &[place.clone(), other.clone()], seeds)?;
  invoke_signed(&system_instruction::create_account(payer.key, ${made}.key, amount, 8, program_id), &[payer.clone(), ${made}.clone()], seeds)`,
  )
/** What is asked of somebody who pays for what he gets. */
export const exchange = coins(
  `token::burn(CpiContext::new(ctx.accounts.token_program.to_account_info(), Burn { mint: ctx.accounts.mint.to_account_info(), from: ctx.accounts.receiver.to_account_info(), authority: ctx.accounts.owner.to_account_info() }), amount)?;
    ${transfer}`,
  '',
  own,
)
/** A plain account of lamports is emptied for its admin; `more` may tell that it holds data, too. */
export const emptied = (more: string) =>
  anchor(
    `let all = ctx.accounts.pot.lamports();
    **ctx.accounts.pot.try_borrow_mut_lamports()? -= all;
    **ctx.accounts.admin.try_borrow_mut_lamports()? += all;
    ${more}`,
    `  #[account(seeds = [b"rules"], bump)]
  pub rules: Account<'info, Rules>,
  /// CHECK: lamports alone
  #[account(mut, seeds = [b"pot"], bump)]
  pub pot: UncheckedAccount<'info>,
  #[account(mut, address = rules.admin)]
  pub admin: Signer<'info>,`,
    '#[account]\npub struct Rules { pub admin: Pubkey }',
  )
