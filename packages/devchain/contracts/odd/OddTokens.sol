// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Tokens that do not behave. Each is a plain TRC-20 token but for the one habit it is named after; all units are the
/// deployer's at first. Who reads a chain must not be taken in by any of them.
abstract contract OddToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    address public immutable owner;
    uint256 public totalSupply;

    mapping(address => uint256) internal held;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    modifier onlyOwner() {
        require(msg.sender == owner, "only the owner");
        _;
    }

    constructor(string memory tokenName, string memory tokenSymbol, uint8 tokenDecimals, uint256 supply) {
        name = tokenName;
        symbol = tokenSymbol;
        decimals = tokenDecimals;
        owner = msg.sender;
        totalSupply = supply;
        held[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function balanceOf(address account) external view virtual returns (uint256) {
        return held[account];
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function spend(address from, uint256 value) internal {
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance exceeded");
        allowance[from][msg.sender] = allowed - value;
    }

    function shift(address from, address to, uint256 value) internal {
        require(held[from] >= value, "balance exceeded");
        held[from] -= value;
        held[to] += value;
    }

    function move(address from, address to, uint256 value) internal virtual {
        shift(from, to, value);
        emit Transfer(from, to, value);
    }
}

/// A token with the usual two functions to send.
abstract contract SendingToken is OddToken {
    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external virtual returns (bool) {
        spend(from, value);
        move(from, to, value);
        return true;
    }
}

/// Nothing odd but its name, which is another token's.
contract SameSymbol is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}
}

/// Says false and has sent.
contract FalseOnSuccess is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function transfer(address to, uint256 value) external override returns (bool) {
        move(msg.sender, to, value);
        return false;
    }
}

/// Says true and has sent nothing.
contract TrueOnFailure is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function move(address, address, uint256) internal override {}
}

/// Keeps one part in a hundred of every transfer.
contract FeeOnTransfer is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function move(address from, address to, uint256 value) internal override {
        uint256 fee = value / 100;
        super.move(from, to, value - fee);
        super.move(from, owner, fee);
    }
}

/// Refuses to move while its owner likes it to.
contract Reverting is SendingToken {
    bool public stuck = true;

    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function setStuck(bool value) external onlyOwner {
        stuck = value;
    }

    function move(address from, address to, uint256 value) internal override {
        require(!stuck || from == owner, "stuck");
        super.move(from, to, value);
    }
}

/// Everybody's balance grows or shrinks at once, without an event.
contract Rebasing is SendingToken {
    uint256 public scale = 10000;

    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function rebase(uint256 newScale) external onlyOwner {
        require(newScale > 0, "no scale");
        scale = newScale;
    }

    function balanceOf(address account) external view override returns (uint256) {
        return (held[account] * scale) / 10000;
    }

    function move(address from, address to, uint256 value) internal override {
        shift(from, to, (value * 10000) / scale);
        emit Transfer(from, to, value);
    }
}

/// Freezes accounts and destroys what they have.
contract Blacklisting is SendingToken {
    mapping(address => bool) public isBlackListed;

    event DestroyedBlackFunds(address indexed account, uint256 amount);

    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function setBlackListed(address account, bool value) external onlyOwner {
        isBlackListed[account] = value;
    }

    function destroyBlackFunds(address account) external onlyOwner {
        require(isBlackListed[account], "not blacklisted");
        uint256 amount = held[account];
        held[account] = 0;
        totalSupply -= amount;
        emit DestroyedBlackFunds(account, amount);
    }

    function move(address from, address to, uint256 value) internal override {
        require(!isBlackListed[from] && !isBlackListed[to], "blacklisted");
        super.move(from, to, value);
    }
}

/// Tells of transfers that never were.
contract LyingEvent is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function move(address from, address to, uint256 value) internal override {
        emit Transfer(from, to, value);
    }

    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}

/// Moves and tells nobody.
contract SilentTransfer is SendingToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function move(address from, address to, uint256 value) internal override {
        shift(from, to, value);
    }
}

/// Answers nothing at all.
contract NoReturn is OddToken {
    constructor(string memory n, string memory s, uint8 d, uint256 supply) OddToken(n, s, d, supply) {}

    function transfer(address to, uint256 value) external {
        move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        spend(from, value);
        move(from, to, value);
    }
}
