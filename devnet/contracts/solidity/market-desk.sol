// SPDX-License-Identifier: MIT
// Trades on the demo chain: puts liquidity into exchange pools, draws their price to the oracle's, sells what liquidators seize.
// It trusts whoever calls it: what it holds is worth nothing.
pragma solidity ^0.8.24;

interface IToken {
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IPool {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function slot0() external view returns (uint160, int24, uint16, uint16, uint16, uint8, bool);
    function mint(address to, int24 lower, int24 upper, uint128 liquidity, bytes calldata data)
        external
        returns (uint256, uint256);
    function swap(address to, bool zeroForOne, int256 amount, uint160 limit, bytes calldata data)
        external
        returns (int256, int256);
}

contract MarketDesk {
    uint160 private constant LOWEST_ROOT = 4295128740;
    uint160 private constant HIGHEST_ROOT = 1461446703485210103287273052203988822378723970341;

    function addLiquidity(IPool pool, int24 lower, int24 upper, uint128 liquidity) external {
        pool.mint(address(this), lower, upper, liquidity, abi.encode(address(this)));
    }

    /// Trades as arbitrage would, until the pool's price is this one.
    function align(IPool pool, uint160 targetRoot) external {
        (uint160 root,,,,,,) = pool.slot0();
        pool.swap(address(this), targetRoot < root, int256(1 << 127), targetRoot, abi.encode(address(this)));
    }

    /// Sells the caller's tokens, which must be approved for this contract; what they bring is the caller's.
    function sell(IPool pool, bool zeroForOne, uint256 amount) external {
        pool.swap(msg.sender, zeroForOne, int256(amount), zeroForOne ? LOWEST_ROOT : HIGHEST_ROOT, abi.encode(msg.sender));
    }

    function uniswapV3MintCallback(uint256 owed0, uint256 owed1, bytes calldata data) external {
        address payer = abi.decode(data, (address));
        pay(IPool(msg.sender).token0(), payer, owed0);
        pay(IPool(msg.sender).token1(), payer, owed1);
    }

    function uniswapV3SwapCallback(int256 owed0, int256 owed1, bytes calldata data) external {
        address payer = abi.decode(data, (address));
        if (owed0 > 0) pay(IPool(msg.sender).token0(), payer, uint256(owed0));
        if (owed1 > 0) pay(IPool(msg.sender).token1(), payer, uint256(owed1));
    }

    function pay(address token, address payer, uint256 amount) private {
        if (amount == 0) return;
        bool paid = payer == address(this)
            ? IToken(token).transfer(msg.sender, amount)
            : IToken(token).transferFrom(payer, msg.sender, amount);
        require(paid, "MarketDesk: not paid");
    }
}
