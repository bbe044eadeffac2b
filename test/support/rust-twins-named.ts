// Small Solana programs of the same kind: accounts that state names, places that seeds name, and pinocchio's ways of taking accounts.
import type { Twin } from './rust-twins.ts'

const twin = (detector: string, what: string, broken: string, mended: string): Twin => ({ detector, what, broken, mended })
const anchor = (body: string, rest: string) =>
  `use anchor_lang::prelude::*;\n#[program]\npub mod shop {\nuse super::*;\n${body}\n}\n${rest}\n`
const accounts = (name: string, fields: string) => `#[derive(Accounts)]\npub struct ${name}<'info> {\n${fields}\n}\n`

const tip = (has: string) =>
  anchor(
    `pub fn tip(ctx: Context<Tip>, amount: u64) -> Result<()> {
system_program::transfer(CpiContext::new(ctx.accounts.system_program.to_account_info(), Transfer { from: ctx.accounts.user.to_account_info(), to: ctx.accounts.treasury.to_account_info() }), amount)
}`,
    `${accounts(
      'Tip',
      `#[account(seeds = [b"config"], bump${has})]\npub config: Account<'info, Config>,\n#[account(mut)]\npub user: Signer<'info>,\n/// CHECK: paid to\n#[account(mut)]\npub treasury: UncheckedAccount<'info>, // <-\npub system_program: Program<'info, System>,`,
    )}#[account]\npub struct Config { pub treasury: Pubkey, pub fee: u64 }`,
  )
const purse = '#[account]\npub struct Purse { pub user: Pubkey, pub amount: u64 }\n'
const placed = (where: string) =>
  anchor(
    `pub fn open(ctx: Context<Open>) -> Result<()> { ctx.accounts.purse.user = ctx.accounts.user.key(); Ok(()) }
pub fn fill(ctx: Context<Fill>, amount: u64) -> Result<()> { ctx.accounts.purse.amount += amount; Ok(()) }
pub fn take(ctx: Context<Take>, amount: u64) -> Result<()> {
require_keys_eq!(ctx.accounts.purse.user, ctx.accounts.user.key());
ctx.accounts.purse.amount -= amount;
Ok(())
}`,
    `${purse}${accounts('Open', `#[account(init, payer = user, space = 48, seeds = [b"purse", user.key().as_ref()], bump)]\npub purse: Account<'info, Purse>,\n#[account(mut)]\npub user: Signer<'info>,\npub system_program: Program<'info, System>,`)}
${accounts('Fill', `#[account(mut, seeds = [b"purse", user.key().as_ref()], bump)]\npub purse: Account<'info, Purse>,\npub user: Signer<'info>,`)}
${accounts('Take', `#[account(mut${where})]\npub purse: Account<'info, Purse>, // <-\npub user: Signer<'info>,`)}`,
  )
const noted = (place: string) =>
  anchor(
    `pub fn buy(ctx: Context<Buy>) -> Result<()> {
let paid = ${place}; // <-
require_keys_eq!(paid.program_id, token::ID);
Ok(())
}`,
    accounts(
      'Buy',
      "/// CHECK: by address\n#[account(address = sysvar::instructions::ID)]\npub instructions: UncheckedAccount<'info>,",
    ),
  )
const limit = (signer: string) =>
  anchor(
    'pub fn set(ctx: Context<Set>, limit: u64) -> Result<()> { \nctx.accounts.shop.limit = limit; // <-\nOk(())\n}',
    `#[account]\npub struct Shop { pub limit: u64 }\n${accounts('Set', `#[account(mut)]\npub shop: Account<'info, Shop>,\npub somebody: ${signer}`)}`,
  )
const end = (constraint: string) =>
  anchor(
    'pub fn end(_ctx: Context<End>) -> Result<()> { Ok(()) }',
    purse.replace('user', 'owner') +
      accounts(
        'End',
        `#[account(mut, close = owner${constraint})]\npub purse: Account<'info, Purse>, // <-\n#[account(mut)]\npub owner: Signer<'info>,`,
      ),
  )
const each = (check: string) =>
  anchor(
    `pub fn each(ctx: Context<Each>) -> Result<()> {
for one in ctx.remaining_accounts.iter() { // <-
${check}
record(one.key());
}
Ok(())
}`,
    `${accounts('Each', "pub clerk: Signer<'info>,")}fn record(key: Pubkey) {}`,
  )
const after = (reload: string) =>
  anchor(
    `pub fn bump(ctx: Context<Bump>) -> Result<()> {
counter::add(CpiContext::new(ctx.accounts.counter_program.to_account_info(), Add { counter: ctx.accounts.counter.to_account_info() }), 1)?;
${reload}
require!(ctx.accounts.counter.count > 1, E::No); // <-
Ok(())
}`,
    accounts(
      'Bump',
      "#[account(mut)]\npub counter: Account<'info, Counter>,\npub counter_program: Program<'info, CounterProgram>,\npub clerk: Signer<'info>,",
    ),
  )
const fee = (ask: string) =>
  anchor(
    `pub fn fee(ctx: Context<Fee>, amount: u64) -> Result<()> {
${ask}
let small = amount as u32; // <-
ctx.accounts.shop.fee = small;
Ok(())
}`,
    `#[account]\npub struct Shop { pub owner: Pubkey, pub fee: u32 }\n${accounts('Fee', "#[account(mut, has_one = owner)]\npub shop: Account<'info, Shop>,\npub owner: Signer<'info>,")}`,
  )

const pinocchio = (body: string) => `use pinocchio::{account_info::AccountInfo, ProgramResult, pubkey::Pubkey};\n${body}`
const bytes = (check: string) =>
  pinocchio(`pub fn read(program_id: &Pubkey, accounts: &[AccountInfo]) -> ProgramResult {
let config = accounts.first().ok_or(E::Few)?;
let caller = accounts.get(1).ok_or(E::Few)?;
if !caller.is_signer() { return Err(E::No.into()); }
${check}
let data = config.try_borrow_data()?;
if data.len() < 32 { return Err(E::Short.into()); }
let stored = &data[1..33];
if caller.key().as_ref() != stored { return Err(E::No.into()); } // <-
Ok(())
}`)
const owned = 'if config.owner() != program_id { return Err(E::No.into()); }'
const made = (check: string) =>
  pinocchio(`pub struct TakeAccounts<'a> { pub owner: &'a AccountInfo, pub vault: &'a AccountInfo, pub receiver: &'a AccountInfo }
impl<'a> TryFrom<&'a [AccountInfo]> for TakeAccounts<'a> {
type Error = ProgramError;
fn try_from(accounts: &'a [AccountInfo]) -> Result<Self, Self::Error> {
let [owner, vault, receiver] = accounts else { return Err(E::Few.into()); };${check.includes('//') ? ' // <-' : ''}
${check}
Ok(Self { owner, vault, receiver })
}
}
pub struct Take<'a> { pub accounts: TakeAccounts<'a>, pub amount: u64 }
impl<'a> TryFrom<(&'a [u8], &'a [AccountInfo])> for Take<'a> {
type Error = ProgramError;
fn try_from((data, accounts): (&'a [u8], &'a [AccountInfo])) -> Result<Self, Self::Error> {
let accounts = TakeAccounts::try_from(accounts)?;
let amount = u64::from_le_bytes(data[0..8].try_into().unwrap());
Ok(Self { accounts, amount })
}
}
impl<'a> Take<'a> {
pub fn process(&mut self) -> ProgramResult {
let data = self.accounts.vault.try_borrow_data()?;
if data[0] != VAULT_KIND || &data[1..33] != self.accounts.owner.key() { return Err(E::No.into()); }
*self.accounts.vault.try_borrow_mut_lamports()? -= self.amount;
*self.accounts.receiver.try_borrow_mut_lamports()? += self.amount;
Ok(())
}
}`)
const handed = (check: string) =>
  pinocchio(`pub fn take(vault: &AccountInfo, authority: &AccountInfo, amount: u64) -> ProgramResult { // <-
${check}
let data = vault.try_borrow_data()?;
if data[0] != VAULT_KIND || &data[1..33] != authority.key() { return Err(E::No.into()); }
*vault.try_borrow_mut_lamports()? -= amount;
Ok(())
}`)

const seeded = (word: string) =>
  anchor(
    'pub fn open(ctx: Context<Open>) -> Result<()> { Ok(()) }',
    `${purse}${accounts('Open', `#[account(init, payer = user, space = 48, seeds = [${word}user.key().as_ref()], bump)]\npub purse: Account<'info, Purse>, // <-\n#[account(mut)]\npub user: Signer<'info>,\npub system_program: Program<'info, System>,`)}`,
  )
const counter = (constraint: string) =>
  anchor(
    'pub fn add(ctx: Context<Add>, amount: u64) -> Result<()> { ctx.accounts.pot.amount += amount; Ok(()) }',
    `#[account]\npub struct Pot { pub amount: u64 }\n${accounts('Add', `#[account(mut${constraint})]\npub pot: Account<'info, Pot>, // <-\npub user: Signer<'info>,`)}`,
  )
const moved = (constraint: string) =>
  anchor(
    'pub fn move_one(ctx: Context<Move>) -> Result<()> {\nrequire!(ctx.accounts.from.kind == ctx.accounts.to.kind, E::No);\nctx.accounts.from.amount -= 1;\nctx.accounts.to.amount += 1; // <-\nOk(())\n}',
    `#[account]\npub struct Box1 { pub kind: u8, pub amount: u64 }\n${accounts('Move', `#[account(mut${constraint})]\npub from: Account<'info, Box1>,\n#[account(mut)]\npub to: Account<'info, Box1>,\npub clerk: Signer<'info>,`)}`,
  )
const setUp = (check: string) =>
  anchor(
    `pub fn set_up(ctx: Context<SetUp>, name: String) -> Result<()> {
let mut data = ctx.accounts.profile.data.borrow_mut();
${check}
let profile = Profile { authority: ctx.accounts.authority.key(), name };
profile.serialize(&mut &mut data[8..])?; // <-
Ok(())
}`,
    `pub struct Profile { pub authority: Pubkey, pub name: String }\n${accounts('SetUp', "/// CHECK: written below\n#[account(mut)]\npub profile: UncheckedAccount<'info>,\npub authority: Signer<'info>,")}`,
  )
const waved = (signer: string) =>
  anchor(
    'pub fn withdraw(ctx: Context<Out>, amount: u64) -> Result<()> { msg!("{}", amount); Ok(()) }',
    accounts(
      'Out',
      `#[account(mut)]\npub purse: AccountInfo<'info>,\npub user: ${signer}<'info>,${signer === 'AccountInfo' ? ' // <-' : ''}`,
    ),
  )

export const namedTwins: readonly Twin[] = [
  twin('stored-key-not-asked', 'a treasury that the settings keep', tip(''), tip(', has_one = treasury')),
  twin(
    'address-not-derived',
    'seeds everywhere but where money is taken',
    placed(''),
    placed(', seeds = [b"purse", user.key().as_ref()], bump'),
  ),
  twin(
    'instruction-at-fixed-place',
    'the first instruction pays for all others',
    noted('load_instruction_at_checked(0, &ctx.accounts.instructions)?'),
    noted('get_instruction_relative(-1, &ctx.accounts.instructions)?'),
  ),
  twin(
    'missing-signer',
    'state that knows nobody, set without a signature',
    limit("AccountInfo<'info>,"),
    limit("Signer<'info>,"),
  ),
  twin('closed-by-anybody', 'closed for whoever signs', end(''), end(', has_one = owner')),
  twin(
    'remaining-unchecked',
    'further accounts that nobody looks at',
    each(''),
    each('require_keys_eq!(*one.owner, crate::ID);'),
  ),
  twin('stale-after-cpi', 'another program’s state after its turn', after(''), after('ctx.accounts.counter.reload()?;')),
  twin('cut-cast', 'a parameter made smaller', fee(''), fee('require!(amount <= 1000, E::Large);')),
  twin('seeds-without-owner', 'seeds without a word of their own', seeded(''), seeded('b"purse", ')),
  twin('address-not-derived', 'state that keeps nobody', counter(''), counter(', seeds = [b"pot"], bump')),
  twin('same-account-twice', 'equal fields tell nothing apart', moved(''), moved(', constraint = from.key() != to.key()')),
  twin('reinitialisation', 'a whole struct written over bytes', setUp(''), setUp('require!(data[0] == 0, E::Twice);')),
  twin('missing-signer', 'an authority that stands by', waved('AccountInfo'), waved('Signer')),
  twin('missing-owner-check', 'bytes that say who may act', bytes(''), bytes(owned)),
  twin(
    'type-cosplay',
    'bytes of any kind',
    bytes(owned),
    bytes(`${owned}\nif config.try_borrow_data()?[0] != CONFIG_KIND { return Err(E::No.into()); }`),
  ),
  twin(
    'missing-signer',
    'a struct made of the list, and a method that acts',
    made('// nobody asks whether the owner signed'),
    made('if !owner.is_signer() { return Err(E::No.into()); }'),
  ),
  twin(
    'missing-signer',
    'a function that is given its accounts one by one',
    handed(''),
    handed('if !authority.is_signer() { return Err(E::No.into()); }'),
  ),
]
