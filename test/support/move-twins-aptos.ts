// Mistakes in Move for Aptos, each with its mended twin.
import type { Twin } from './move-twins-sui.ts'

const inModule = (body: string) =>
  `module own::till { use std::signer; use aptos_framework::account; use aptos_framework::coin; use aptos_framework::object::{Self, Object};\n${body}\n}\n`
const books = 'struct Books has key { balance: u64, owner: address, cap: SignerCapability, minted: u64 }'
const inBooks = (body: string) => inModule(`${books}\n${body}`)

export const aptosTwins: readonly Twin[] = [
  {
    detector: 'open-account',
    line: 3,
    broken: inBooks(
      'public entry fun take(from: address, amount: u64) acquires Books { let books = borrow_global_mut<Books>(from); books.balance = books.balance - amount; }',
    ),
    mended: inBooks(
      'public entry fun take(from: &signer, amount: u64) acquires Books { let books = borrow_global_mut<Books>(signer::address_of(from)); books.balance = books.balance - amount; }',
    ),
  },
  {
    detector: 'open-account',
    line: 3,
    broken: inBooks('public fun take(from: address, amount: u64) { let books = &mut Books[from]; books.balance -= amount; }'),
    mended: inBooks(
      'public fun take(from: &signer, amount: u64) { let books = &mut Books[signer::address_of(from)]; books.balance -= amount; }',
    ),
  },
  {
    detector: 'unused-signer',
    line: 3,
    broken: inBooks(
      'public entry fun take(_admin: &signer, from: address, amount: u64) acquires Books { let books = borrow_global_mut<Books>(from); books.balance = books.balance - amount; }',
    ),
    mended: inBooks(
      'public entry fun take(admin: &signer, from: address, amount: u64) acquires Books { assert!(signer::address_of(admin) == @own, 1); let books = borrow_global_mut<Books>(from); books.balance = books.balance - amount; }',
    ),
  },
  {
    detector: 'object-not-owned',
    line: 3,
    broken: inBooks(
      'public entry fun take(_by: &signer, books: Object<Books>, amount: u64) acquires Books { let held = borrow_global_mut<Books>(object::object_address(&books)); held.balance = held.balance - amount; }',
    ),
    mended: inBooks(
      'public entry fun take(by: &signer, books: Object<Books>, amount: u64) acquires Books { assert!(object::is_owner(books, signer::address_of(by)), 1); let held = borrow_global_mut<Books>(object::object_address(&books)); held.balance = held.balance - amount; }',
    ),
  },
  {
    detector: 'signer-handed-out',
    line: 3,
    broken: inBooks(
      'public fun vault(): signer acquires Books { account::create_signer_with_capability(&borrow_global<Books>(@own).cap) }',
    ),
    mended: inBooks(
      'friend own::desk;\npublic(friend) fun vault(): signer acquires Books { account::create_signer_with_capability(&borrow_global<Books>(@own).cap) }',
    ),
  },
  {
    detector: 'signer-to-unknown',
    line: 2,
    broken: inModule('public fun run(who: &signer, act: |&signer|) { (act)(who) }'),
    mended: inModule('public fun run(who: &signer, act: |address|) { (act)(signer::address_of(who)) }'),
  },
  {
    detector: 'open-initialisation',
    line: 3,
    broken: inBooks(
      'public entry fun initialize(who: &signer, cap: u64) { move_to(who, Books { balance: cap, owner: signer::address_of(who) }) }',
    ),
    mended: inBooks(
      'public entry fun initialize(who: &signer, cap: u64) { assert!(signer::address_of(who) == @own && !exists<Books>(@own), 1); move_to(who, Books { balance: cap, owner: signer::address_of(who) }) }',
    ),
  },
  {
    detector: 'runs-half-way',
    line: 3,
    broken: inBooks(
      'public fun take(books: &mut Books, amount: u64) { books.balance = books.balance - amount; on_taken(amount); books.minted = 0; }',
    ),
    mended: inBooks(
      'public fun take(books: &mut Books, amount: u64) { books.balance = books.balance - amount; books.minted = 0; tally(amount); }',
    ),
  },
  {
    detector: 'friend-without-use',
    line: 1,
    broken: inModule('friend own::desk;\npublic fun one(): u64 { 1 }'),
    mended: inModule('friend own::desk;\npublic(friend) fun one(): u64 { 1 }'),
  },
  {
    detector: 'open-burn',
    line: 3,
    broken: inBooks(
      'public entry fun burn(from: address, amount: u64) acquires Books { coin::burn_from(from, amount, &borrow_global<Books>(@own).cap); }',
    ),
    mended: inBooks(
      'public entry fun burn(by: &signer, from: address, amount: u64) acquires Books { assert!(signer::address_of(by) == @own, 1); coin::burn_from(from, amount, &borrow_global<Books>(@own).cap); }',
    ),
  },
  {
    detector: 'open-setting',
    line: 3,
    broken: inBooks(
      'public entry fun claim(by: &signer) acquires Books { borrow_global_mut<Books>(@own).owner = signer::address_of(by); }',
    ),
    mended: inBooks(
      'public entry fun claim(by: &signer) acquires Books { let books = borrow_global_mut<Books>(@own); if (books.owner != signer::address_of(by)) abort 1; books.owner = signer::address_of(by); }',
    ),
  },
  {
    detector: 'open-mint',
    line: 3,
    broken: inBooks(
      'public entry fun mint(_by: &signer, to: address, amount: u64) acquires Books { coin::deposit(to, coin::mint(amount, &borrow_global<Books>(@own).cap)); }',
    ),
    mended: inBooks(
      'public entry fun mint(by: &signer, to: address, amount: u64) acquires Books { check(signer::address_of(by)); coin::deposit(to, coin::mint(amount, &borrow_global<Books>(@own).cap)); } fun check(who: address) { assert!(who == @own, 1) }',
    ),
  },
  {
    detector: 'capability-handed-out',
    line: 3,
    broken: inBooks(
      'public fun make(by: &signer): ConstructorRef { let made = object::create_object(signer::address_of(by)); let its = object::generate_signer(&made); move_to(&its, Page { n: 1 }); made }',
    ),
    mended: inBooks(
      'public fun make(by: &signer): Object<Page> { let made = object::create_object(signer::address_of(by)); let its = object::generate_signer(&made); move_to(&its, Page { n: 1 }); object::object_from_constructor_ref(&made) }',
    ),
  },
]
