// What bounds a sum before compilers checked it, what undoes a payment that was made twice, and whom a stranger can starve.
import { expect, test } from 'vitest'
import { findingsOf } from '../../../processors/jobs/audit/report.ts'
import { analyseSolidity } from '../../../processors/jobs/audit/solidity/engine.ts'
import { solidityRules } from '../../../processors/jobs/audit/solidity/rules/index.ts'

const severities = (detector: string, body: string, version = '0.8.24') => {
  const given = [{ path: 'a.sol', text: `pragma solidity ${version};\ncontract A {\n${body}\n}` }]
  return findingsOf(analyseSolidity(given), given, solidityRules).flatMap((one) =>
    one.detector === detector ? [one.severity] : [],
  )
}
const old = '0.6.12'
const wraps = (body: string) => severities('arithmetic-wraps', body, old)

test('a function within is given what its callers hand on, not what strangers like', () => {
  const within = (call: string) =>
    `uint256 total; function go(uint256 x) external { ${call} } function add(uint256 amount) internal { total += amount; }`
  expect(wraps(within('add(x);'))).toEqual(['high'])
  expect(wraps(within('add(7); x;'))).toEqual([])
  expect(wraps(within('require(x <= total); add(x);'))).toEqual([])
  expect(wraps(within('require(x > 0); add(x);'))).toEqual(['high'])
})

test('what somebody else’s page holds says nothing of the caller’s', () => {
  const taken = (page: string) =>
    `mapping(address => uint256) held; function from(address who, address to, uint256 x) external { require(held[${page}] >= x); move(to, x); } function move(address to, uint256 x) internal { held[msg.sender] -= x; held[to] = 1; }`
  expect(wraps(taken('who'))).toEqual(['high'])
  expect(wraps(taken('msg.sender'))).toEqual([])
})

test('functions that hand a number on to each other in a circle end, and are told once', () => {
  const circle = (first: string) =>
    `uint256 total; function go(uint256 x) external { a(${first}); } function a(uint256 v) internal { b(v); } function b(uint256 v) internal { total += v; if (total != 3) a(v); }`
  expect(wraps(circle('x'))).toEqual(['high'])
})

test('a sum that only the owner gets to is a note', () => {
  const owned = (guard: string) =>
    `address owner = msg.sender; uint256 total; modifier onlyOwner() { require(msg.sender == owner); _; } function add(uint256 x) external ${guard} { total += x; }`
  expect(wraps(owned(''))).toEqual(['high'])
  expect(wraps(owned('onlyOwner'))).toEqual(['low'])
})

test('what a book was seen to hold is moved to another page without a second check', () => {
  const move = (check: string) =>
    `mapping(address => uint256) held; function move(address to, uint256 x) external { ${check} held[msg.sender] -= x; held[to] += x; }`
  expect(wraps(move('require(held[msg.sender] - x >= 0);')).length).toBeGreaterThan(0)
  expect(wraps(move('require(held[msg.sender] >= x);'))).toEqual([])
  const burn = (check: string) =>
    `uint256 total; mapping(address => uint256) held; function burn(uint256 x) external { ${check} held[msg.sender] -= x;
      total -= x; }`
  expect(wraps(burn('require(held[msg.sender] >= x);'))).toEqual([])
  expect(wraps(burn('')).length).toBe(2)
})

test('as much as was sent is a bound, and so is the condition of a loop', () => {
  const paid = (check: string) => `uint256 total; function pay(uint256 x) external payable { ${check} total += x; }`
  expect(wraps(paid(''))).toEqual(['high'])
  expect(wraps(paid('require(msg.value == x);'))).toEqual([])
  const loop = (condition: string) =>
    `uint256 last; function run(uint256 rest) external { for (; ${condition}; rest -= 32) { last = rest; } }`
  expect(wraps(loop('rest != 5'))).toEqual(['high'])
  expect(wraps(loop('rest >= 32'))).toEqual([])
})

test('a product that is divided again is checked', () => {
  const times = (check: string) =>
    `uint256 price; uint256 cost; function buy(uint256 x) external { uint256 c = x * price; ${check} cost = c; }`
  expect(wraps(times(''))).toEqual(['high'])
  expect(wraps(times('require(price == 0 || c / price == x);'))).toEqual([])
})

test('what a function answers and keeps nowhere is a note', () => {
  expect(wraps('function twice(uint256 x) external returns (uint256) { return x * x; }')).toEqual(['low'])
  expect(wraps('uint256 kept; function twice(uint256 x) external returns (uint256) { kept = x * x; return kept; }')).toEqual([
    'high',
  ])
})

test('a waiting time that was turned round wraps once it has passed', () => {
  const wait = (asks: string) =>
    `mapping(address => uint256) since; function start() external { since[msg.sender] = block.number; } function end() external { require(${asks} > 10); since[msg.sender] = 0; }`
  expect(wraps(wait('since[msg.sender] - block.number'))).toEqual(['high'])
  expect(wraps(wait('block.number - since[msg.sender]'))).toEqual([])
})

const bank = (check: string, after: string) =>
  `mapping(address => uint256) held; function put() external payable { held[msg.sender] += msg.value; } function take(uint256 x) external { ${check} (bool ok,) = msg.sender.call{value: x}(""); require(ok); ${after} }`

test('a payment that is taken off afterwards and checked is undone where it was made twice', () => {
  const own = 'require(held[msg.sender] >= x);'
  expect(severities('reentrancy-value', bank(own, 'held[msg.sender] -= x;'))).toEqual(['low'])
  expect(severities('reentrancy-value', bank(own, 'unchecked { held[msg.sender] -= x; }'))).toEqual(['high'])
  expect(severities('reentrancy-value', bank(own, 'held[msg.sender] = 0;'))).toEqual(['high'])
  expect(severities('reentrancy-value', bank(own, 'held[msg.sender] -= 1;'))).toEqual(['high'])
})

test('whoever has to send more than goes out gains nothing by coming back', () => {
  const throne = (asks: string) =>
    `address king; uint256 price; function claim() external payable { require(${asks}); (bool ok,) = king.call{value: price}(""); require(ok); price = msg.value; king = msg.sender; }`
  expect(severities('reentrancy-value', throne('msg.value > price'))).toEqual(['low'])
  expect(severities('reentrancy-value', throne('msg.value > 1'))).toEqual(['high'])
})

test('whoever is called first with all the gas may leave none to the others', () => {
  const split = (call: string, set = '') =>
    `address partner; address owner = msg.sender; ${set} receive() external payable {} function share() external { ${call} payable(owner).transfer(1); }`
  const open = 'function join(address who) external { partner = who; }'
  expect(severities('gas-burned', split('partner.call{value: 1}("");', open))).toEqual(['medium'])
  expect(severities('gas-burned', split('partner.call{value: 1}("");'))).toEqual(['low'])
  expect(severities('gas-burned', split('partner.call{value: 1, gas: 9000}("");', open))).toEqual([])
})

test('a loop of more turns than a block holds', () => {
  const run = (turns: string) => `uint256 n; function run() external { for (uint256 i = 0; i < ${turns}; i++) { n = n + 1; } }`
  expect(severities('heavy-loop', run('10000'))).toEqual(['low'])
  expect(severities('heavy-loop', run('10'))).toEqual([])
  expect(severities('heavy-loop', run('2 ** 64'))).toEqual(['low'])
})

test('an entry of others is not set for whoever names them', () => {
  const reset = (check: string, key = 'who') =>
    `address owner = msg.sender; mapping(address => uint256) since; function go() external { require(block.number > since[msg.sender] + 10); since[msg.sender] = block.number; } function reset(address who) external { ${check} since[${key}] = 0; }`
  expect(severities('others-entry-set', reset(''))).toEqual(['medium'])
  expect(severities('others-entry-set', reset('require(msg.sender == owner);'))).toEqual([])
  expect(severities('others-entry-set', reset('who;', 'msg.sender'))).toEqual([])
})

test('what one player chose is read by the other one', () => {
  const game = (kept: string, value: string) =>
    `string ${kept} choice; address first; function play(string calldata mine, bytes32 hash) external { hash; if (first == address(0)) { first = msg.sender; choice = ${value}; } }`
  expect(severities('kept-secret', game('private', 'mine'))).toEqual(['low'])
  expect(severities('kept-secret', game('private', '""'))).toEqual([])
  const guess = (name: string) =>
    `uint256 ${name}; constructor() payable { ${name} = block.number; } function play(uint256 mine) external { if (mine == ${name}) payable(msg.sender).transfer(1); }`
  expect(severities('kept-secret', guess('answer'))).toEqual(['low'])
  expect(severities('kept-secret', guess('nonce'))).toEqual([])
})

test('the price of one thing of many may move before it is paid', () => {
  const shop = (set: string) =>
    `IToken coin; address owner = msg.sender; mapping(uint256 => uint256) prices; function buy(uint256 id) external { coin.transferFrom(msg.sender, owner, prices[id]); } ${set}`
  expect(
    severities('price-changed-first', shop('function set(uint256 id, uint256 p) external { prices[id] = p; }')).length,
  ).toBeGreaterThan(0)
  expect(severities('price-changed-first', shop(''))).toEqual([])
})

test('a list that strangers grow is a note where only a view goes over it', () => {
  const sum = (how: string) =>
    `uint256[] all; uint256 total; function add(uint256 x) external { all.push(x); } function sum() external ${how} { uint256 s; for (uint256 i = 0; i < all.length; i++) { s += all[i]; } ${how === '' ? 'total = s;' : 's;'} }`
  expect(severities('unbounded-loop', sum('view'))).toEqual(['low'])
  expect(severities('unbounded-loop', sum(''))).toEqual(['medium'])
})

test('the rest of what is shared out is a note, unless somebody gets it', () => {
  const share = (rest: string) =>
    `address[] winners; mapping(address => uint256) due; uint256 left; function share() external payable { uint256 each = msg.value / winners.length; ${rest} for (uint256 i = 0; i < winners.length; i++) { due[winners[i]] += each; } }`
  expect(severities('rest-of-shares', share(''))).toEqual(['low'])
  expect(severities('rest-of-shares', share('left += msg.value % winners.length;'))).toEqual([])
})

test('state that goes down by a step however often it is asked', () => {
  const down = (check: string) => `uint256 left = 3; function take() external { ${check} left = left - 1; }`
  expect(wraps(down(''))).toEqual(['high'])
  expect(wraps(down('require(left > 0);'))).toEqual([])
})

test('a book kept by tx.origin is spent by whoever lures its owner', () => {
  const take = (who: string) =>
    `mapping(address => uint256) held; function put() external payable { held[${who}] += msg.value; } function take(address payable to) external { uint256 x = held[${who}]; held[${who}] = 0; to.transfer(x); }`
  expect(severities('tx-origin', take('tx.origin')).length).toBe(1)
  expect(severities('tx-origin', take('msg.sender'))).toEqual([])
})

test('who is only replaced once it has taken its payment may refuse it', () => {
  const throne = (then: string) =>
    `address king; uint256 price; function claim() external payable { require(msg.value > price); (bool ok,) = king.call{value: price}(""); ${then} }`
  expect(severities('refused-payment', throne('if (ok) { price = msg.value; king = msg.sender; }')).length).toBe(1)
  expect(severities('refused-payment', throne('ok; price = msg.value; king = msg.sender;'))).toEqual([])
})
