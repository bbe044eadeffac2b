// What a contract does for strangers, each shape beside its mended twin: the one is found on its line, the other is not.
import { expect, test } from 'vitest'
import { found, linesOf } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till {\n${body}\n}\n`
const owned = 'address owner = msg.sender; '
const asksOwner = 'require(msg.sender == owner);'

type Twin = readonly [detector: string, line: number, broken: string, mended: string]
const twins: readonly Twin[] = [
  [
    'arbitrary-call',
    3,
    inContract('uint n; function go(address to, bytes calldata data) external { (bool ok,) = to.call(data); require(ok); }'),
    inContract(
      `${owned}function go(address to, bytes calldata data) external { ${asksOwner} (bool ok,) = to.call(data); require(ok); }`,
    ),
  ],
  [
    'arbitrary-call',
    3,
    inContract(
      'uint n; function go(address to, bytes memory data) external { Address.functionCall(to, data); to.functionCall(data); }',
    ),
    inContract(
      'mapping(address => bool) known; function go(address to, bytes memory data) external { require(known[to]); to.functionCall(data); }',
    ),
  ],
  [
    'arbitrary-call',
    3,
    inContract(
      'uint n; function go(address[] calldata to, bytes[] calldata data) external { for (uint i; i < to.length; i++) { (bool ok,) = to[i].call(data[i]); require(ok); } }',
    ),
    inContract(
      'uint n; function go(address to, uint a) external { (bool ok,) = to.call(abi.encodeWithSignature("f(uint256)", a)); require(ok); }',
    ),
  ],
  [
    'unprotected-tokens',
    3,
    inContract('function sweep(IERC20 token, uint n) external { token.transfer(msg.sender, n); }'),
    inContract(`${owned}function sweep(IERC20 token, uint n) external { ${asksOwner} token.transfer(msg.sender, n); }`),
  ],
  [
    'unprotected-tokens',
    3,
    inContract('IERC20 token; function out(address to) external { token.safeTransfer(to, token.balanceOf(address(this))); }'),
    inContract(
      'IERC20 token; mapping(address => uint) has; function out(uint n) external { has[msg.sender] -= n; token.safeTransfer(msg.sender, n); }',
    ),
  ],
  [
    'unprotected-withdraw',
    3,
    inContract('function out(uint n) external { require(address(this).balance >= n); payable(msg.sender).transfer(n); }'),
    inContract(
      'mapping(address => uint) has; function out(uint n) external { require(has[msg.sender] >= n); has[msg.sender] -= n; payable(msg.sender).transfer(n); }',
    ),
  ],
  [
    'unprotected-withdraw',
    3,
    inContract(
      'function out(address payable to, uint n) external { (bool sent,) = to.call{value: n}(""); if (!sent) revert(); }',
    ),
    inContract(
      'function out(address payable to) external payable { (bool sent,) = to.call{value: msg.value}(""); if (!sent) revert(); }',
    ),
  ],
  [
    'share-inflation',
    3,
    inContract(
      'IERC20 coin; uint totalSupply; function toShares(uint n) public view returns (uint) { return totalSupply == 0 ? n : n * totalSupply / coin.balanceOf(address(this)); }',
    ),
    inContract(
      'IERC20 coin; uint totalSupply; function toShares(uint n) public view returns (uint) { return totalSupply == 0 ? n : n * (totalSupply + 1) / (coin.balanceOf(address(this)) + 1); }',
    ),
  ],
  [
    'share-inflation',
    4,
    inContract(
      'IERC20 coin; uint totalShares; function totalAssets() public view returns (uint) { return coin.balanceOf(address(this)); }\nfunction put(uint n) external { uint shares; if (totalShares == 0) shares = n; else shares = n * totalShares / totalAssets(); totalShares += shares; }',
    ),
    inContract(
      'IERC20 coin; uint totalShares; uint kept; function totalAssets() public view returns (uint) { return kept; }\nfunction put(uint n) external { uint shares; if (totalShares == 0) shares = n; else shares = n * totalShares / totalAssets(); totalShares += shares; kept += n; }',
    ),
  ],
  [
    'vote-by-balance',
    3,
    inContract(
      'IERC20 coin; mapping(uint => uint) sum; function vote(uint id) external { sum[id] += coin.balanceOf(msg.sender); }',
    ),
    inContract(
      'IVotes coin; mapping(uint => uint) sum; function vote(uint id, uint at) external { sum[id] += coin.getPastVotes(msg.sender, at); }',
    ),
  ],
  [
    'vote-by-balance',
    3,
    inContract('IERC20 coin; uint open; function propose() external { require(coin.balanceOf(msg.sender) > 100); open++; }'),
    inContract(
      'IERC20 coin; uint open; mapping(address => uint) locked; function propose(uint n) external { coin.transferFrom(msg.sender, address(this), n); locked[msg.sender] += n; open++; }',
    ),
  ],
  [
    'gas-griefing',
    3,
    inContract(
      'mapping(bytes32 => bool) executed; function relay(address to, bytes calldata data) external { executed[keccak256(data)] = true; (bool ok,) = to.call(data); emit Done(ok); } event Done(bool ok);',
    ),
    inContract(
      'mapping(bytes32 => bool) executed; function relay(address to, bytes calldata data) external { executed[keccak256(data)] = true; (bool ok,) = to.call(data); require(ok); }',
    ),
  ],
  [
    'kept-secret',
    3,
    inContract(
      'bytes32 private password; function open(bytes32 word) external view returns (bool) { require(word == password); return true; }',
    ),
    inContract(
      'bytes32 private passwordHash; function open(string calldata word) external view returns (bool) { require(keccak256(bytes(word)) == passwordHash); return true; }',
    ),
  ],
  [
    'kept-secret',
    3,
    inContract(
      'bytes32[3] private data; bool locked; function unlock(bytes16 key) external { require(key == bytes16(data[2])); locked = false; }',
    ),
    inContract('bytes32[3] public data; uint private at; function move(uint to) external { require(to == at); at++; }'),
  ],
  [
    'proxy-storage',
    3,
    inContract(
      'address code;\nfallback() external payable { address to = code; assembly { let r := delegatecall(gas(), to, 0, 0, 0, 0) } }',
    ),
    inContract(
      'address immutable code = msg.sender;\nfallback() external payable { address to = code; assembly { let r := delegatecall(gas(), to, 0, 0, 0, 0) } }',
    ),
  ],
  [
    'shadowed-write',
    3,
    inContract('uint saved; function set(uint saved) external { saved += saved; }'),
    inContract('uint saved; function set(uint n) external { saved += n; }'),
  ],
  [
    'zero-address',
    3,
    inContract('address owner; constructor(address first) { owner = first; }'),
    inContract('address owner; constructor(address first) { require(first != address(0)); owner = first; }'),
  ],
  [
    'small-counter',
    3,
    inContract(
      'function sum(uint[] calldata list) external pure returns (uint n) { for (uint8 i = 0; i < list.length; i++) n += list[i]; }',
    ),
    inContract(
      'function sum(uint[] calldata list) external pure returns (uint n) { for (uint i = 0; i < list.length; i++) n += list[i]; }',
    ),
  ],
  [
    'small-counter',
    3,
    inContract(
      'function sum(uint[] calldata list) external pure returns (uint n) { for (uint8 i = 0; i < list.length; i++) n += list[i]; }',
    ),
    inContract(
      'function sum(uint[] calldata list) external pure returns (uint n) { require(list.length < 200); for (uint8 i = 0; i < list.length; i++) n += list[i]; }',
    ),
  ],
  [
    'refused-payment',
    3,
    inContract(
      'address king; uint prize; function claim() external payable { require(msg.value > prize); address last = king; king = msg.sender; (bool ok,) = last.call{value: prize}(""); require(ok); prize = msg.value; }',
    ),
    inContract(
      'address king; uint prize; mapping(address => uint) owed; function claim() external payable { require(msg.value > prize); owed[king] += prize; king = msg.sender; prize = msg.value; }',
    ),
  ],
  [
    'push-in-loop',
    3,
    inContract(
      'function pay(address[] calldata to) external payable { for (uint i; i < to.length; i++) { (bool ok,) = payable(to[i]).call{value: 1}(""); require(ok); } }',
    ),
    inContract(
      'function pay(address[] calldata to) external payable { for (uint i; i < to.length; i++) { (bool ok,) = payable(to[i]).call{value: 1}(""); if (!ok) owed[to[i]] += 1; } } mapping(address => uint) owed;',
    ),
  ],
  [
    'exact-balance',
    3,
    inContract(
      'uint sold; function held() public view returns (uint) { return address(this).balance; } function check() external view { assert(held() == sold); }',
    ),
    inContract(
      'uint sold; function held() public view returns (uint) { return address(this).balance; } function check() external view { assert(held() >= sold); }',
    ),
  ],
  [
    'secret-in-open',
    3,
    inContract('address winner; function guess(uint number) external { if (number == 42) winner = msg.sender; }'),
    inContract(
      'address winner; mapping(address => bytes32) commits; function reveal(uint number, bytes32 salt) external { require(commits[msg.sender] == keccak256(abi.encode(number, salt, msg.sender))); if (number == 42) winner = msg.sender; }',
    ),
  ],
  [
    'code-size',
    3,
    inContract(
      'mapping(address => bool) has; function claim() external { require(msg.sender.code.length == 0); has[msg.sender] = true; }',
    ),
    inContract(
      'mapping(address => bool) has; function claim() external { require(tx.origin == msg.sender); has[msg.sender] = true; }',
    ),
  ],
  [
    'spot-price',
    3,
    inContract('IPool pool; function worth(uint n) external view returns (uint) { return n * pool.getSpotPrice() / 1e18; }'),
    inContract(
      'IOracle oracle; function worth(uint n) external view returns (uint) { return n * oracle.getSpotPrice() / 1e18; }',
    ),
  ],
  [
    'signature-replay',
    3,
    inContract(
      'address signer; mapping(address => uint) claimed; function claim(uint n, bytes calldata sig) external { require(ECDSA.recover(keccak256(abi.encode(msg.sender, n)), sig) == signer); claimed[msg.sender] += n; }',
    ),
    inContract(
      'address signer; mapping(address => bool) claimed; function claim(uint n, bytes calldata sig) external { require(!claimed[msg.sender]); claimed[msg.sender] = true; require(ECDSA.recover(keccak256(abi.encode(msg.sender, n)), sig) == signer); }',
    ),
  ],
  [
    'signature-replay',
    3,
    inContract(
      'address signer; uint sum; function claim(uint n, uint nonce, bytes calldata sig) external { require(ECDSA.recover(keccak256(abi.encode(n, nonce)), sig) == signer); sum += n; }',
    ),
    inContract(
      'address signer; uint sum; mapping(uint => bool) seen; function claim(uint n, uint nonce, bytes calldata sig) external { require(!seen[nonce]); seen[nonce] = true; require(ECDSA.recover(keccak256(abi.encode(n, nonce)), sig) == signer); sum += n; }',
    ),
  ],
  [
    'reentrancy-external',
    3,
    inContract(
      'mapping(address => bool) had; mapping(address => uint) sum; modifier may() { require(IReceiver(msg.sender).canReceive()); _; } function drop() external may { require(!had[msg.sender]); sum[msg.sender] += 5; had[msg.sender] = true; }',
    ),
    inContract(
      'mapping(address => bool) had; mapping(address => uint) sum; function drop() external { require(!had[msg.sender]); sum[msg.sender] += 5; had[msg.sender] = true; }',
    ),
  ],
  [
    'reentrancy-value',
    4,
    inContract(
      'mapping(address => uint) has; function move(address to, uint n) external { require(has[msg.sender] >= n); has[msg.sender] -= n; has[to] += n; } bool on; modifier nonReentrant() { require(!on); on = true; _; on = false; }\nfunction out() external nonReentrant { uint n = has[msg.sender]; (bool ok,) = msg.sender.call{value: n}(""); require(ok); has[msg.sender] = 0; }',
    ),
    inContract(
      'mapping(address => uint) has; bool on; modifier nonReentrant() { require(!on); on = true; _; on = false; } function move(address to, uint n) external nonReentrant { require(has[msg.sender] >= n); has[msg.sender] -= n; has[to] += n; }\nfunction out() external nonReentrant { uint n = has[msg.sender]; (bool ok,) = msg.sender.call{value: n}(""); require(ok); has[msg.sender] = 0; }',
    ),
  ],
  [
    'reentrancy-value',
    3,
    inContract(
      'IToken token; function out() external { uint n = token.balanceOf(msg.sender); (bool ok,) = msg.sender.call{value: n}(""); require(ok); token.burnAll(msg.sender); }',
    ),
    inContract(
      'IToken token; function out() external { uint n = token.balanceOf(msg.sender); token.burnAll(msg.sender); (bool ok,) = msg.sender.call{value: n}(""); require(ok); }',
    ),
  ],
  [
    'unprotected-owner',
    3,
    'pragma solidity ^0.6.0;\ncontract Fallout { address owner; uint n;\nfunction Fal1out() public payable { owner = msg.sender; n = msg.value; } function end() public { require(msg.sender == owner); } }',
    'pragma solidity ^0.6.0;\ncontract Fallout { address owner; uint n;\nconstructor() public payable { owner = msg.sender; n = msg.value; } function end() public { require(msg.sender == owner); } }',
  ],
  [
    'unsafe-downcast',
    3,
    inContract('uint128 kept; function set(uint n) external { kept = uint128(n); }'),
    inContract('uint128 kept; function set(uint n) external { require(n == uint256(uint128(n))); kept = uint128(n); }'),
  ],
  [
    'tautology',
    3,
    inContract('function f(bool a) external pure returns (bool) { return a || true; }'),
    inContract('function f(bool a, bool b) external pure returns (bool) { return a || b; }'),
  ],
]

test.each(twins)('%s is found on line %i and not in its mended twin', (detector, line, broken, mended) => {
  expect(linesOf(detector, broken)).toContain(line)
  expect(linesOf(detector, mended)).toEqual([])
})

test('a signature that is marked by its own bytes has a second form; marked by what was signed it is a note', () => {
  const claim = (key: string) =>
    inContract(
      `address signer; mapping(bytes32 => bool) used; function claim(bytes32 hash, uint8 v, bytes32 r, bytes32 s) external { require(!used[${key}]); used[${key}] = true; address who = ecrecover(hash, v, r, s); require(who != address(0) && who == signer); }`,
    )
  const severities = (text: string) =>
    found(text).flatMap((one) => (one.detector === 'signature-malleable' ? [one.severity] : []))
  expect(severities(claim('keccak256(abi.encode(v, r, s))'))).toEqual(['medium'])
  expect(severities(claim('hash'))).toEqual(['low'])
  const bound = 'require(uint256(s) <= 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0);'
  expect(severities(claim('hash').replace('address who', `${bound} address who`))).toEqual([])
})
