// Answers that nobody looks at, types that tie nothing, and names that two things share, each with its mended twin.
import type { Twin } from './move-twins-sui.ts'

const aptos = (body: string) =>
  `module own::till { use std::signer; use std::string; use aptos_framework::object::{Self, Object}; use aptos_framework::fungible_asset; use aptos_framework::randomness;\n${body}\n}\n`
const sui = (body: string) =>
  `module own::till { use sui::coin::{Self, Coin}; use sui::balance::{Self, Balance}; use sui::tx_context::{Self, TxContext}; use sui::dynamic_field; use sui::transfer; use sui::object::{Self, UID};\n${body}\n}\n`
const list = 'struct Registry has key { id: UID, admins: vector<address>, fee: u64 }\n'

export const unaskedTwins: readonly Twin[] = [
  {
    detector: 'answer-ignored',
    line: 4,
    broken: sui(
      `${list}fun is_admin(all: &Registry, who: address): bool { all.admins.contains(&who) }
public entry fun raise(all: &mut Registry, ctx: &TxContext) { is_admin(all, tx_context::sender(ctx)); all.fee = 7; }`,
    ),
    mended: sui(
      `${list}fun is_admin(all: &Registry, who: address): bool { all.admins.contains(&who) }
public entry fun raise(all: &mut Registry, ctx: &TxContext) { assert!(is_admin(all, tx_context::sender(ctx)), 1); all.fee = 7; }`,
    ),
  },
  {
    detector: 'objects-share-address',
    line: 4,
    broken: aptos(`struct Cat has key {}
struct Dog has key {}
fun both(to: &signer, heir: address) { let made = object::create_object_from_account(to); let own = object::generate_signer(&made); move_to(&own, Cat {}); move_to(&own, Dog {}); object::transfer(to, object::object_from_constructor_ref<Cat>(&made), heir); }`),
    mended: aptos(`struct Cat has key {}
struct Dog has key {}
fun both(to: &signer, heir: address) { let made = object::create_object_from_account(to); let own = object::generate_signer(&made); move_to(&own, Cat {}); let more = object::create_object_from_account(to); let other = object::generate_signer(&more); move_to(&other, Dog {}); object::transfer(to, object::object_from_constructor_ref<Cat>(&made), heir); }`),
  },
  {
    detector: 'address-by-name',
    line: 2,
    broken: aptos(
      'public fun place(a: Object<Metadata>): address { let word = string::utf8(b"LP-"); string::append(&mut word, fungible_asset::symbol(a)); let seed = *string::bytes(&word); object::create_object_address(&@own, seed) }',
    ),
    mended: aptos(
      'public fun place(a: Object<Metadata>): address { let seed = bcs::to_bytes(&object::object_address(&a)); object::create_object_address(&@own, seed) }',
    ),
  },
  {
    detector: 'open-field',
    line: 3,
    broken: sui(`struct Registry has key { id: UID }
public entry fun note(all: &mut Registry, key: vector<u8>, text: vector<u8>) { dynamic_field::add(&mut all.id, key, text); }`),
    mended: sui(`struct Registry has key { id: UID }
public entry fun note(all: &mut Registry, key: vector<u8>, text: vector<u8>, ctx: &TxContext) { assert!(tx_context::sender(ctx) == @own, 1); dynamic_field::add(&mut all.id, key, text); }`),
  },
  {
    detector: 'outcome-costs-differ',
    line: 5,
    broken: aptos(`fun win(who: &signer) {}
fun lose(who: &signer) {}
#[randomness] entry fun play(who: &signer) { let n = randomness::u64_range(0, 9);
if (n == 4) { win(who) } else { lose(who) } }`),
    mended: aptos(`struct Drawn has key { n: u64 }
fun keep(who: &signer, n: u64) { move_to(who, Drawn { n }) }
#[randomness] entry fun play(who: &signer) { let n = randomness::u64_range(0, 9);
keep(who, n) }`),
  },
  {
    detector: 'type-not-bound',
    line: 4,
    broken: sui(`struct Pool has key { id: UID, coins: u64 }
struct Receipt { amount: u64 }
public fun repay<T>(pool: &mut Pool, back: Coin<T>, receipt: Receipt) { let Receipt { amount } = receipt; assert!(coin::value(&back) >= amount, 1); transfer::public_transfer(back, @own); }`),
    mended: sui(`struct Pool has key { id: UID, coins: u64 }
struct Receipt<phantom T> { amount: u64 }
public fun repay<T>(pool: &mut Pool, back: Coin<T>, receipt: Receipt<T>) { let Receipt { amount } = receipt; assert!(coin::value(&back) >= amount, 1); transfer::public_transfer(back, @own); }`),
  },
  {
    detector: 'type-not-bound',
    line: 4,
    broken: sui(`struct Admin has drop {}
struct RoleCap<phantom R> has key { id: UID }
public fun promote<R>(_cap: &RoleCap<R>, ctx: &mut TxContext) { transfer::transfer(RoleCap<Admin> { id: object::new(ctx) }, tx_context::sender(ctx)); }`),
    mended: sui(`struct Admin has drop {}
struct RoleCap<phantom R> has key { id: UID }
public fun promote(_cap: &RoleCap<Admin>, ctx: &mut TxContext) { transfer::transfer(RoleCap<Admin> { id: object::new(ctx) }, tx_context::sender(ctx)); }`),
  },
  {
    detector: 'stale-price',
    line: 3,
    broken: sui(`struct Oracle has key { id: UID, price: u64, updated_at: u64 }
public fun worth(oracle: &Oracle, amount: u64): u64 { amount * oracle.price }`),
    mended: sui(`struct Oracle has key { id: UID, price: u64, updated_at: u64 }
public fun worth(oracle: &Oracle, amount: u64, now: u64): u64 { assert!(now < oracle.updated_at + 60, 1); amount * oracle.price }`),
  },
  {
    detector: 'open-setting',
    line: 3,
    broken: sui(`struct Vault has key { id: UID, claims: Table<address, u64> }
public entry fun owe(vault: &mut Vault, who: address, amount: u64) { table::add(&mut vault.claims, who, amount); }`),
    mended: sui(`struct Vault has key { id: UID, claims: Table<address, u64> }
public entry fun owe(vault: &mut Vault, who: address, amount: u64, ctx: &TxContext) { assert!(tx_context::sender(ctx) == @own, 1); table::add(&mut vault.claims, who, amount); }`),
  },
  {
    detector: 'object-not-owned',
    line: 3,
    broken: aptos(`struct Pass has key { ends: u64 }
entry fun use_it(who: &signer, pass: Object<Pass>) acquires Pass { let kept = borrow_global<Pass>(object::object_address(&pass)); assert!(kept.ends > 7, 1); }`),
    mended: aptos(`struct Pass has key { ends: u64 }
entry fun use_it(who: &signer, pass: Object<Pass>) acquires Pass { assert!(object::owner(&pass) == signer::address_of(who), 2); let kept = borrow_global<Pass>(object::object_address(&pass)); assert!(kept.ends > 7, 1); }`),
  },
  {
    detector: 'value-copied',
    line: 2,
    broken: sui('struct MintCap has copy, drop, store { limit: u64 }'),
    mended: sui('struct MintCap has store { limit: u64 }'),
  },
  {
    detector: 'receipt-not-hot',
    line: 2,
    broken: sui('struct FlashLoan has drop { amount: u64 }'),
    mended: sui('struct FlashLoan { amount: u64 }'),
  },
]
