// SPDX-License-Identifier: MIT
// Contracts worth looking at on the demo chain: a plain token, one whose owner mints, one nobody can sell, one behind a proxy.
pragma solidity ^0.8.24;

abstract contract Token {
    string public name;
    string public symbol;
    uint8 public constant decimals = 18;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance");
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal virtual {
        require(to != address(0), "to nobody");
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function create(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }
}

/// Nobody owns it, nothing can change: what there is was made once.
contract PlainToken is Token {
    constructor() {
        (name, symbol) = ("Plain Demo Token", "PLAIN");
        create(msg.sender, 1_000_000 ether);
    }
}

/// What the demo's whale deals in.
contract CoinToken is Token {
    constructor() {
        (name, symbol) = ("Demo Coin", "COIN");
        create(msg.sender, 10_000 ether);
    }
}

contract Owned {
    address public owner;

    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function transferOwnership(address to) external onlyOwner {
        become(to);
    }

    function renounceOwnership() external onlyOwner {
        become(address(0));
    }

    function become(address to) internal {
        emit OwnershipTransferred(owner, to);
        owner = to;
    }
}

/// Its owner makes as many as it likes, and can stop everybody else.
contract OwnerMintedToken is Token, Owned {
    bool public paused;

    constructor() {
        (name, symbol) = ("Owner Minted Demo Token", "MINTED");
        become(msg.sender);
        create(msg.sender, 1_000_000 ether);
    }

    function mint(address to, uint256 value) external onlyOwner {
        create(to, value);
    }

    function setPaused(bool value) external onlyOwner {
        paused = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!paused || from == owner, "paused");
        super.move(from, to, value);
    }
}

/// Whoever buys it from its pool can never pass it on.
contract HoneypotToken is Token, Owned {
    address public pool;

    constructor() {
        (name, symbol) = ("Honeypot Demo Token", "HONEY");
        become(msg.sender);
        create(msg.sender, 1_000_000 ether);
    }

    function move(address from, address to, uint256 value) internal override {
        require(from == owner || from == pool, "transfer not allowed");
        super.move(from, to, value);
    }

    function setPool(address value) external onlyOwner {
        pool = value;
    }
}

/// Keeps a part of what is bought, and a larger one of what is sold; its owner says how large.
contract TaxedToken is Token, Owned {
    address public pool;
    uint256 public buyPercent = 5;
    uint256 public sellPercent = 25;

    constructor() {
        (name, symbol) = ("Taxed Demo Token", "TAXED");
        become(msg.sender);
        create(msg.sender, 1_000_000 ether);
    }

    function setPool(address value) external onlyOwner {
        pool = value;
    }

    function setFees(uint256 buy, uint256 sell) external onlyOwner {
        require(buy <= 99 && sell <= 99, "more than all");
        (buyPercent, sellPercent) = (buy, sell);
    }

    function move(address from, address to, uint256 value) internal override {
        uint256 percent = from == owner || to == owner ? 0 : from == pool ? buyPercent : to == pool ? sellPercent : 0;
        uint256 kept = value * percent / 100;
        super.move(from, to, value - kept);
        if (kept > 0) super.move(from, owner, kept);
    }
}

/// What the proxy runs; its own storage stays empty.
contract ProxiedToken is Token, Owned {
    bool private initialized;

    function initialize(address holder) external {
        require(!initialized, "initialized");
        initialized = true;
        (name, symbol) = ("Proxied Demo Token", "PROXIED");
        become(holder);
        create(holder, 1_000_000 ether);
    }
}

/// Keeps its code's address and its administrator where EIP-1967 says.
contract UpgradeableProxy {
    bytes32 private constant IMPLEMENTATION_SLOT = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
    bytes32 private constant ADMIN_SLOT = bytes32(uint256(keccak256("eip1967.proxy.admin")) - 1);

    event Upgraded(address indexed implementation);
    event AdminChanged(address previousAdmin, address newAdmin);

    constructor(address implementation, bytes memory call) {
        write(ADMIN_SLOT, msg.sender);
        emit AdminChanged(address(0), msg.sender);
        point(implementation);
        (bool done,) = implementation.delegatecall(call);
        require(done, "not initialized");
    }

    function upgradeTo(address implementation) external {
        require(msg.sender == read(ADMIN_SLOT), "not the administrator");
        point(implementation);
    }

    fallback() external payable {
        address implementation = read(IMPLEMENTATION_SLOT);
        assembly {
            calldatacopy(0, 0, calldatasize())
            let done := delegatecall(gas(), implementation, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch done
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }

    receive() external payable {}

    function point(address implementation) private {
        require(implementation.code.length > 0, "no code");
        write(IMPLEMENTATION_SLOT, implementation);
        emit Upgraded(implementation);
    }

    function read(bytes32 slot) private view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }

    function write(bytes32 slot, address value) private {
        assembly {
            sstore(slot, value)
        }
    }
}
