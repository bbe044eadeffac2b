// SPDX-License-Identifier: MIT
// Where the demo's specimens trade: pools of two tokens at a constant product, and the factory that knows them.
pragma solidity ^0.8.24;

interface IToken {
    function balanceOf(address holder) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
}

/// Its shares are a token too: who holds them may take the liquidity out.
contract SpecimenPool {
    string public constant name = "Specimen Pool";
    string public constant symbol = "SPECIMEN-LP";
    uint8 public constant decimals = 18;

    address public immutable factory;
    address public immutable token0;
    address public immutable token1;
    uint112 private reserve0;
    uint112 private reserve1;
    uint32 private changedAt;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Swap(address indexed sender, uint256 in0, uint256 in1, uint256 out0, uint256 out1, address indexed to);

    constructor(address first, address second) {
        (factory, token0, token1) = (msg.sender, first, second);
    }

    function getReserves() external view returns (uint112, uint112, uint32) {
        return (reserve0, reserve1, changedAt);
    }

    /// Shares for what was sent here before.
    function mint(address to) external returns (uint256 shares) {
        (uint256 held0, uint256 held1) = held();
        uint256 added0 = held0 - reserve0;
        uint256 added1 = held1 - reserve1;
        shares = totalSupply == 0 ? root(added0 * added1) : least(added0 * totalSupply / reserve0, added1 * totalSupply / reserve1);
        require(shares > 0, "nothing was sent");
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
        keep(held0, held1);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    /// 0.3 % of what comes in stays.
    function swap(uint256 out0, uint256 out1, address to) external {
        if (out0 > 0) require(IToken(token0).transfer(to, out0), "not sent");
        if (out1 > 0) require(IToken(token1).transfer(to, out1), "not sent");
        (uint256 held0, uint256 held1) = held();
        uint256 in0 = held0 + out0 > reserve0 ? held0 + out0 - reserve0 : 0;
        uint256 in1 = held1 + out1 > reserve1 ? held1 + out1 - reserve1 : 0;
        uint256 product = (held0 * 1000 - in0 * 3) * (held1 * 1000 - in1 * 3);
        require(product >= uint256(reserve0) * reserve1 * 1_000_000, "too little came in");
        keep(held0, held1);
        emit Swap(msg.sender, in0, in1, out0, out1, to);
    }

    function held() private view returns (uint256, uint256) {
        return (IToken(token0).balanceOf(address(this)), IToken(token1).balanceOf(address(this)));
    }

    function keep(uint256 held0, uint256 held1) private {
        (reserve0, reserve1, changedAt) = (uint112(held0), uint112(held1), uint32(block.timestamp));
    }

    function least(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }

    function root(uint256 x) private pure returns (uint256 y) {
        y = x;
        for (uint256 z = (x + 1) / 2; z < y; z = (x / z + z) / 2) y = z;
    }
}

contract SpecimenFactory {
    mapping(address => mapping(address => address)) public getPair;

    event PairCreated(address indexed token0, address indexed token1, address pair, uint256 count);

    function createPair(address a, address b) external returns (address pair) {
        require(a != b && getPair[a][b] == address(0), "there is one");
        (address token0, address token1) = a < b ? (a, b) : (b, a);
        pair = address(new SpecimenPool(token0, token1));
        getPair[a][b] = pair;
        getPair[b][a] = pair;
        emit PairCreated(token0, token1, pair, 0);
    }
}
