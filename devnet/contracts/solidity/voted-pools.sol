// SPDX-License-Identifier: MIT
// An exchange with votes, small: pools, gauges and a lens that answer what Aerodrome's contracts document, with figures that are set.
pragma solidity ^0.8.24;

interface IHeld {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

contract RewardToken {
    string public constant name = "Demo Reward";
    string public constant symbol = "RWRD";
    uint8 public constant decimals = 18;
    uint256 public totalSupply = 10_000_000 ether;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor() {
        balanceOf[msg.sender] = totalSupply;
        emit Transfer(address(0), msg.sender, totalSupply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Volatile: x·y stays. Stable: x³y + y³x stays, both sides counted with 18 decimals.
contract VotedPool {
    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    bool public immutable stable;
    uint256 private immutable unit0;
    uint256 private immutable unit1;
    uint256 private reserve0;
    uint256 private reserve1;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Swap(
        address indexed sender, address indexed to, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out
    );

    constructor(address first, address second, bool isStable, uint256 firstUnit, uint256 secondUnit) {
        (factory, token0, token1, stable, unit0, unit1) = (msg.sender, first, second, isStable, firstUnit, secondUnit);
    }

    function getReserves() external view returns (uint256, uint256, uint256) {
        return (reserve0, reserve1, block.timestamp);
    }

    /// Shares for what was sent here before: its part of the whole, a million of them at first.
    function mint(address to) external returns (uint256 shares) {
        uint256 held0 = IHeld(token0).balanceOf(address(this));
        uint256 held1 = IHeld(token1).balanceOf(address(this));
        shares = totalSupply == 0 ? 1_000_000 ether : totalSupply * (held0 - reserve0) / reserve0;
        totalSupply += shares;
        balanceOf[to] += shares;
        (reserve0, reserve1) = (held0, held1);
    }

    function swap(uint256 out0, uint256 out1, address to, bytes calldata) external {
        uint256 before = constantOf(reserve0, reserve1);
        if (out0 > 0) require(IHeld(token0).transfer(to, out0), "not sent");
        if (out1 > 0) require(IHeld(token1).transfer(to, out1), "not sent");
        uint256 held0 = IHeld(token0).balanceOf(address(this));
        uint256 held1 = IHeld(token1).balanceOf(address(this));
        uint256 in0 = held0 + out0 > reserve0 ? held0 + out0 - reserve0 : 0;
        uint256 in1 = held1 + out1 > reserve1 ? held1 + out1 - reserve1 : 0;
        require(constantOf(held0 - in0 * 3 / 1000, held1 - in1 * 3 / 1000) >= before, "too little came in");
        (reserve0, reserve1) = (held0, held1);
        emit Swap(msg.sender, to, in0, in1, out0, out1);
    }

    function constantOf(uint256 x, uint256 y) private view returns (uint256) {
        if (!stable) return x * y;
        uint256 a = x * 1e18 / unit0;
        uint256 b = y * 1e18 / unit1;
        return (a * b / 1e18) * (a * a / 1e18 + b * b / 1e18) / 1e18;
    }
}

contract VotedFactory {
    mapping(address => bool) public isPool;
    mapping(address => mapping(address => mapping(bool => address))) public getPool;

    event PoolCreated(address indexed token0, address indexed token1, bool indexed stable, address pool, uint256 count);

    /// In ten-thousandths.
    function getFee(address, bool stable) external pure returns (uint256) {
        return stable ? 5 : 30;
    }

    function createPool(address a, address b, bool stable, uint256 unitA, uint256 unitB) external returns (address pool) {
        bool inOrder = a < b;
        (address token0, address token1) = inOrder ? (a, b) : (b, a);
        pool = address(new VotedPool(token0, token1, stable, inOrder ? unitA : unitB, inOrder ? unitB : unitA));
        list(token0, token1, stable, pool);
    }

    /// One that was put at its address by the chain itself.
    function adopt(VotedPool pool) external {
        require(pool.factory() == address(this), "another's");
        list(pool.token0(), pool.token1(), pool.stable(), address(pool));
    }

    function list(address a, address b, bool stable, address pool) private {
        isPool[pool] = true;
        getPool[a][b][stable] = pool;
        getPool[b][a][stable] = pool;
        emit PoolCreated(a, b, stable, pool, 0);
    }
}

/// A concentrated pool at a price that is set; it does not trade.
contract RangePool {
    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    int24 public constant tickSpacing = 100;
    uint24 public constant fee = 500;
    uint128 public liquidity;
    uint128 public stakedLiquidity;
    uint160 private root;

    constructor(address first, address second, uint160 atRoot, uint128 ofLiquidity, uint128 staked) {
        (factory, token0, token1, root, liquidity, stakedLiquidity) = (msg.sender, first, second, atRoot, ofLiquidity, staked);
    }

    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, bool) {
        return (root, 0, 0, 1, 1, true);
    }
}

contract RangeFactory {
    mapping(address => bool) public isPool;
    address[] public allPools;

    function createPool(address a, address b, uint160 root, uint128 liquidity, uint128 staked) external {
        address pool = address(new RangePool(a, b, root, liquidity, staked));
        isPool[pool] = true;
        allPools.push(pool);
    }
}

contract VotedGauge {
    uint256 public immutable rewardRate;
    uint256 public immutable periodFinish;
    address public immutable pool;

    constructor(address ofPool, uint256 rate, uint256 finish) {
        (pool, rewardRate, periodFinish) = (ofPool, rate, finish);
    }

    function totalSupply() external view returns (uint256) {
        return IHeld(pool).balanceOf(address(this));
    }
}

contract DemoVoter {
    uint256 public totalWeight;
    mapping(address => address) public gauges;
    mapping(address => address) public poolForGauge;
    mapping(address => bool) public isAlive;
    mapping(address => uint256) public weights;

    function place(address pool, address gauge, uint256 votes, bool alive) external {
        (gauges[pool], poolForGauge[gauge], isAlive[gauge]) = (gauge, pool, alive);
        totalWeight = totalWeight + votes - weights[pool];
        weights[pool] = votes;
    }
}

/// What past weeks brought: the one that runs first. A week's emissions are told as so much a second.
contract RewardsLens {
    struct Paid {
        address token;
        uint256 amount;
    }

    struct Epoch {
        uint256 ts;
        address lp;
        uint256 votes;
        uint256 emissions;
        Paid[] bribes;
        Paid[] fees;
    }

    address private immutable feeToken;
    address private immutable bribeToken;

    constructor(address feesIn, address bribesIn) {
        (feeToken, bribeToken) = (feesIn, bribesIn);
    }

    function epochsByAddress(uint256 most, uint256 skipped, address pool) external view returns (Epoch[] memory told) {
        uint256 count = most < 6 ? most : 6;
        told = new Epoch[](count);
        for (uint256 i = 0; i < count; i++) {
            Epoch memory one = told[i];
            one.ts = (block.timestamp / 1 weeks - skipped - i) * 1 weeks;
            (one.lp, one.votes, one.emissions) = (pool, 1_000_000 ether, 0.01 ether);
            one.bribes = new Paid[](1);
            one.bribes[0] = Paid(bribeToken, 2_000 ether);
            one.fees = new Paid[](1);
            one.fees[0] = Paid(feeToken, 5_000e6);
        }
    }
}
