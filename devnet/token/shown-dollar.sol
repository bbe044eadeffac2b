// SPDX-License-Identifier: MIT
// What stands on the demo chain at the address that the documents' examples name: a dollar behind an upgradeable proxy, ruled by a few together.
pragma solidity ^0.8.24;

/// Its issuer makes and blocks them, as issuers of dollars do.
contract ShownDollar {
    string public constant name = "Shown Demo Dollar";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    address public owner;
    bool public paused;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlacklisted;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }

    function initialize(address first) external {
        require(owner == address(0), "initialized");
        owner = first;
        emit OwnershipTransferred(address(0), first);
    }

    function transferOwnership(address to) external onlyOwner {
        emit OwnershipTransferred(owner, to);
        owner = to;
    }

    function mint(address to, uint256 value) external onlyOwner {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function pause() external onlyOwner {
        paused = true;
    }

    function unpause() external onlyOwner {
        paused = false;
    }

    function blacklist(address account) external onlyOwner {
        isBlacklisted[account] = true;
    }

    function unBlacklist(address account) external onlyOwner {
        isBlacklisted[account] = false;
    }

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
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        require(!paused, "paused");
        require(!isBlacklisted[from] && !isBlacklisted[to], "blacklisted");
        require(balanceOf[from] >= value, "balance");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Keeps its code's address and its administrator where ZeppelinOS did, before there was a standard for it.
contract ShownProxy {
    bytes32 private constant IMPLEMENTATION = keccak256("org.zeppelinos.proxy.implementation");
    bytes32 private constant ADMIN = keccak256("org.zeppelinos.proxy.admin");

    event Upgraded(address implementation);

    function upgradeTo(address implementation) external {
        require(msg.sender == at(ADMIN), "not the administrator");
        require(implementation.code.length > 0, "no code");
        bytes32 slot = IMPLEMENTATION;
        assembly {
            sstore(slot, implementation)
        }
        emit Upgraded(implementation);
    }

    fallback() external payable {
        address implementation = at(IMPLEMENTATION);
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

    function at(bytes32 slot) private view returns (address value) {
        assembly {
            value := sload(slot)
        }
    }
}

/// As much of a shared account as it takes to be known for one.
contract ShownCouncil {
    function getThreshold() external pure returns (uint256) {
        return 2;
    }

    function getOwners() external pure returns (address[] memory owners) {
        owners = new address[](3);
        (owners[0], owners[1], owners[2]) = (address(0xA11CE), address(0xB0B), address(0xCA501));
    }
}
