// Slips of the pen and of structure, each beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { linesOf, type Twin, testTwins } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till {\n${body}\n}\n`

const books = 'mapping(address => uint) saved;\n'
const riddle = (kept: string) =>
  inContract(
    `address winner; bytes32 secret; function play(bytes32 guess) external { ${kept} } function pay() external { payable(winner).transfer(address(this).balance); }`,
  )
const bank = (pointer: string, last: string) =>
  inContract(
    `struct Holder { uint balance; } mapping(address => Holder) public held;\nfunction put() public payable { held[msg.sender].balance += msg.value; }\nfunction take(uint n) public { ${pointer} if (one.balance >= n) {\n${last} } }`,
    '^0.4.19',
  )
const salted = (kept: string) =>
  inContract(`uint salt${kept};\nfunction draw(uint most) public view returns (uint) {\nreturn salt % most; }`, '^0.4.19')
const twins: readonly Twin[] = [
  // Before 0.5 var takes a place in storage, and so does a struct without a word where it lies.
  [
    'reentrancy-value',
    6,
    bank('var one = held[msg.sender];', 'if (msg.sender.call.value(n)()) { one.balance -= n; }'),
    bank('var one = held[msg.sender];', 'one.balance -= n; if (!msg.sender.call.value(n)()) { revert(); }'),
  ],
  [
    'reentrancy-value',
    6,
    bank('Holder one = held[msg.sender];', 'if (msg.sender.call.value(n)()) { one.balance -= n; }'),
    bank('Holder memory one = held[msg.sender];', 'if (msg.sender.call.value(n)()) { one.balance -= n; }'),
  ],
  ['weak-randomness', 5, salted(' = block.timestamp'), salted(' = 7')],
  [
    'unprotected-withdraw',
    3,
    inContract('function gift() external { payable(msg.sender).transfer(1 ether); }'),
    inContract(
      'mapping(address => bool) had; function gift() external { require(!had[msg.sender]); had[msg.sender] = true; payable(msg.sender).transfer(1 ether); }',
    ),
  ],
  [
    'transfer-unauthorised',
    3,
    inContract('function end(address whose, uint n) external { _burn(whose, n); } function _burn(address a, uint n) internal {}'),
    inContract(
      'function end(address whose, uint n) external { _spendAllowance(whose, n); _burn(whose, n); } function _burn(address a, uint n) internal {} function _spendAllowance(address a, uint n) internal {}',
    ),
  ],
  [
    'unprotected-setter',
    3,
    inContract('mapping(address => uint) prices; function setAssetPrice(address coin, uint n) external { prices[coin] = n; }'),
    inContract(
      'mapping(address => uint) prices; address owner = msg.sender; function setAssetPrice(address coin, uint n) external { require(msg.sender == owner); prices[coin] = n; }',
    ),
  ],
  [
    'secret-in-open',
    3,
    riddle('if (keccak256(abi.encode(guess)) == secret) { winner = msg.sender; }'),
    riddle('if (keccak256(abi.encode(guess, msg.sender)) == secret) { winner = msg.sender; }'),
  ],
  [
    'unprotected-callback',
    3,
    inContract(
      'uint n; function unlockCallback(bytes calldata data) external returns (bytes memory) { n = abi.decode(data, (uint)); return data; }',
    ),
    inContract(
      'uint n; address pool = msg.sender; function unlockCallback(bytes calldata data) external returns (bytes memory) { require(msg.sender == pool); n = abi.decode(data, (uint)); return data; }',
    ),
  ],
  [
    'xor-power',
    3,
    inContract('function cap(uint n) external pure returns (uint) { return 2 ^ n; }'),
    inContract('function cap(uint n, uint d) external pure returns (uint) { return 2 ** n + (n ^ 0xff) + ((3 * d) ^ 2); }'),
  ],
  [
    'sign-for-sum',
    3,
    inContract('uint n; function more() public { n =+ 1; }', '0.4.24'),
    inContract('int n; function more() public { n += 1; n = -1; }', '0.4.24'),
  ],
  [
    'tautology',
    3,
    inContract('function ok(uint8 n) external pure returns (bool) { return n < 512; }'),
    inContract('function ok(uint8 n, int m) external pure returns (bool) { return n < 12 && m >= 0; }'),
  ],
  [
    'shift-turned',
    3,
    inContract('function top(uint n) external pure returns (uint r) { assembly { r := shr(n, 8) } }'),
    inContract('function top(uint n) external pure returns (uint r) { assembly { r := or(shr(8, n), shl(n, 1)) } }'),
  ],
  [
    'hash-collision',
    3,
    inContract(
      'function id(string calldata a, string calldata b) external pure returns (bytes32) { return keccak256(abi.encodePacked(a, b)); }',
    ),
    inContract(
      'function id(string calldata a, string calldata b) external pure returns (bytes32) { return keccak256(abi.encode(a, b)) ^ keccak256(abi.encodePacked(a, uint(1), b)); }',
    ),
  ],
  [
    'writes-to-copy',
    3,
    inContract(
      'uint[3] slots; function open() external { fill(slots); } function fill(uint[3] memory to) internal pure { to[0] = 1; }',
    ),
    inContract(
      'uint[3] slots; function open() external { fill(slots); } function fill(uint[3] storage to) internal { to[0] = 1; }',
    ),
  ],
  [
    'mapping-kept',
    3,
    inContract(
      'struct Club { address boss; mapping(address => bool) in_; } mapping(uint => Club) clubs; function end(uint n) external { require(clubs[n].boss == msg.sender); delete clubs[n]; }',
    ),
    inContract(
      'struct Club { address boss; } mapping(uint => Club) clubs; function end(uint n) external { require(clubs[n].boss == msg.sender); delete clubs[n]; }',
    ),
  ],
  [
    'never-written',
    3,
    inContract('address payable heir; function pay() external payable { heir.transfer(msg.value); }'),
    inContract('address payable heir = payable(msg.sender); function pay() external payable { heir.transfer(msg.value); }'),
  ],
  [
    'reentrancy-balance',
    4,
    inContract(
      'function lend(IToken coin) external { uint before = coin.balanceOf(address(this)); IPayer(msg.sender).pay(1); require(coin.balanceOf(address(this)) - before >= 1); }'.replaceAll(
        '; ',
        ';\n',
      ),
    ),
    inContract(
      'function lend(IToken coin) external nonReentrant { uint before = coin.balanceOf(address(this)); IPayer(msg.sender).pay(1); require(coin.balanceOf(address(this)) - before >= 1); }'.replaceAll(
        '; ',
        ';\n',
      ),
    ),
  ],
  [
    'reentrancy-value',
    4,
    inContract(
      `${books}function take() external nonReentrant { IPayee(msg.sender).paid{value: saved[msg.sender]}(); saved[msg.sender] = 0; }\nfunction all() external { uint due = saved[msg.sender]; saved[msg.sender] = 0; IPayee(msg.sender).paid{value: due}(); }`,
    ),
    inContract(
      `${books}function take() external nonReentrant { IPayee(msg.sender).paid{value: saved[msg.sender]}(); saved[msg.sender] = 0; }\nfunction all() external nonReentrant { uint due = saved[msg.sender]; saved[msg.sender] = 0; IPayee(msg.sender).paid{value: due}(); }`,
    ),
  ],
  [
    'reentrancy-external',
    4,
    inContract(
      `${books}function take(IToken coin) external { require(coin.transfer(msg.sender, saved[msg.sender])); saved[msg.sender] = 0; }`,
    ),
    inContract(
      `${books}function take(IToken coin) external { uint due = saved[msg.sender]; saved[msg.sender] = 0; require(coin.transfer(msg.sender, due)); }`,
    ),
  ],
  [
    'unprotected-withdraw',
    3,
    inContract(
      'address payable heir; function name_(address payable to) external { heir = to; } function end() external { heir.transfer(address(this).balance); }',
    ),
    inContract(
      'address payable heir = payable(msg.sender); function name_(address payable to) external { require(msg.sender == heir); heir = to; } function end() external { heir.transfer(address(this).balance); }',
    ),
  ],
  [
    'arbitrary-storage',
    3,
    inContract('uint[] rows; function size(uint n) public { rows.length = n; }', '0.4.24'),
    inContract('uint[] rows; function size() public { rows.length = 3; }', '0.4.24'),
  ],
  [
    'arbitrary-from',
    3,
    inContract('address chest; IToken coin; function pay(address to, uint n) external { coin.transferFrom(chest, to, n); }'),
    inContract(
      'address chest; IToken coin; function pay(address to, uint n) external { require(msg.sender == chest); coin.transferFrom(chest, to, n); }',
    ),
  ],
  [
    'push-in-loop',
    4,
    inContract(
      'address payable[] all; function pay() external { for (uint i = 0; i < all.length; i++) one(all[i]); }\nfunction one(address payable to) internal { to.transfer(1); }',
    ),
    inContract(
      'address payable[] all; function pay(uint i) external { one(all[i]); }\nfunction one(address payable to) internal { to.transfer(1); }',
    ),
  ],
  [
    'msg-value-in-loop',
    4,
    inContract(
      'function many(bytes[] memory data) external payable { each(data); }\nfunction each(bytes[] memory data) internal { for (uint i = 0; i < data.length; i++) address(this).delegatecall(data[i]); }',
    ),
    inContract(
      'function many(bytes[] memory data) external { each(data); }\nfunction each(bytes[] memory data) internal { for (uint i = 0; i < data.length; i++) address(this).delegatecall(data[i]); }',
    ),
  ],
  [
    'initialiser-left-open',
    3,
    inContract(
      'address boss; function start() external initializer { boss = msg.sender; }\nfunction end() external { require(msg.sender == boss); selfdestruct(payable(boss)); }',
    ),
    inContract(
      'address boss; constructor() { _disableInitializers(); } function start() external initializer { boss = msg.sender; }\nfunction end() external { require(msg.sender == boss); selfdestruct(payable(boss)); }',
    ),
  ],
]

testTwins(twins)

test('text whose order is turned is named with its line, and letters of any script are not', () => {
  const line = 'function n(uint a) external pure returns (uint) { return a; /* \u05e9\u05dc\u05d5\u05dd \u200f */ }'
  expect(linesOf('turned-text', inContract(line))).toEqual([])
  for (const sign of ['\u202e', '\u202a', '\u2066', '\u2069'])
    expect(linesOf('turned-text', inContract(line.replace('/*', `/* ${sign}`)))).toEqual([3])
})

test('an amount that one book was checked to hold moves to another one unchecked; one that nothing holds does not', () => {
  const move = (first: string) =>
    inContract(`${books}function move(address to, uint n) external { ${first}\nunchecked { saved[to] += n; } }`)
  for (const first of [
    'saved[msg.sender] -= n;',
    'uint has = saved[msg.sender]; require(has >= n); saved[msg.sender] = has - n;',
  ])
    expect(linesOf('arithmetic-unchecked', move(first)), first).toEqual([])
  for (const first of ['', 'unchecked { saved[msg.sender] -= n; }', 'require(n >= 1);'])
    expect(linesOf('arithmetic-unchecked', move(first)), first).toContain(5)
})

test('a price that Pyth calls unsafe asks for its time', () => {
  const price = (more: string) =>
    inContract(
      `IPyth pyth; function p(bytes32 id) external view returns (int64) { PythStructs.Price memory a = pyth.getPriceUnsafe(id); ${more} return a.price; }`,
    )
  expect(linesOf('stale-price', price(''))).toEqual([3])
  expect(linesOf('stale-price', price('require(a.publishTime > block.timestamp - 60);'))).toEqual([])
})

test('what spends an allowance of the caller is authorised, and the low bits of the time are no lot', () => {
  const spends = inContract(
    `${books}mapping(address => mapping(address => uint)) allowance; function transferFrom(address from, address to, uint n) external { uint may = allowance[from][msg.sender]; allowance[from][msg.sender] = may - n; saved[from] -= n; saved[to] += n; }`,
  )
  expect(linesOf('transfer-unauthorised', spends)).toEqual([])
  const lowBits = inContract('uint32 at; function mark() external { at = uint32(block.timestamp % 2 ** 32); }')
  expect(linesOf('weak-randomness', lowBits)).toEqual([])
  expect(linesOf('weak-randomness', lowBits.replace('2 ** 32', '7'))).toEqual([3])
})

test('state that code of elsewhere may write is never called unwritten', () => {
  const text = (more: string) => inContract(`address payable heir; function pay() external payable { heir.transfer(1); } ${more}`)
  expect(linesOf('never-written', text(''))).toEqual([3])
  for (const more of [
    'function run(address to) external { to.delegatecall(""); }',
    'function set(uint n) external { assembly { sstore(heir.slot, n) } }',
    'function set() external { (heir, ) = (payable(msg.sender), 1); }',
  ])
    expect(linesOf('never-written', text(more)), more).toEqual([])
  expect(linesOf('never-written', text('').replace('contract Till', 'contract Till is Elsewhere'))).toEqual([])
})
