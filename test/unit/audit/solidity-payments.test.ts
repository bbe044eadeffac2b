// Payments, order, prices and signatures in Solidity, each shape beside its mended twin: the one is found on its line, the other is not.
import { type Twin, testTwins } from '../../support/solidity-findings.ts'

const inContract = (body: string, pragma = '0.8.24') => `pragma solidity ${pragma};\ncontract Till {\n${body}\n}\n`

const twins: readonly Twin[] = [
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

testTwins(twins)
