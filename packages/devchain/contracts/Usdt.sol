// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A stable coin with the habits of the one people know on Tron: `transfer` answers false although it succeeded,
/// an owner may take a fee from every transfer, freeze addresses and pause everything.
contract Usdt {
    string public name = "Tether USD";
    string public symbol = "USDT";
    uint8 public constant decimals = 6;
    uint256 public constant MAX_BASIS_POINTS = 20;
    uint256 public constant MAX_FEE_WHOLE_COINS = 50;

    address public owner;
    bool public paused;
    uint256 public totalSupply;
    uint256 public basisPointsRate;
    uint256 public maximumFee;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlackListed;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Issue(uint256 amount);
    event Redeem(uint256 amount);
    event Params(uint256 feeBasisPoints, uint256 maxFee);
    event AddedBlackList(address indexed account);
    event RemovedBlackList(address indexed account);
    event DestroyedBlackFunds(address indexed account, uint256 amount);
    event Pause();
    event Unpause();
    event OwnershipTransferred(address indexed previousOwner, address indexed newOwner);

    modifier onlyOwner() {
        require(msg.sender == owner, "only the owner");
        _;
    }

    modifier whenNotPaused() {
        require(!paused, "paused");
        _;
    }

    constructor(uint256 supply) {
        owner = msg.sender;
        mint(supply);
    }

    /// Declared to answer bool, but no branch sets the answer: callers see false on success.
    function transfer(address to, uint256 value) external whenNotPaused returns (bool) {
        require(!isBlackListed[msg.sender], "blacklisted");
        moveWithFee(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external whenNotPaused returns (bool) {
        require(!isBlackListed[from], "blacklisted");
        uint256 allowed = allowance[from][msg.sender];
        require(allowed >= value, "allowance exceeded");
        if (allowed != type(uint256).max) {
            allowance[from][msg.sender] = allowed - value;
        }
        moveWithFee(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external whenNotPaused returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    /// The fee the owner takes when `value` is sent; the receiver gets the rest.
    function calcFee(uint256 value) public view returns (uint256) {
        uint256 fee = (value * basisPointsRate) / 10000;
        return fee > maximumFee ? maximumFee : fee;
    }

    function setParams(uint256 newBasisPoints, uint256 newMaxFee) external onlyOwner {
        require(newBasisPoints < MAX_BASIS_POINTS && newMaxFee < MAX_FEE_WHOLE_COINS, "fee too high");
        basisPointsRate = newBasisPoints;
        maximumFee = newMaxFee * 10 ** decimals;
        emit Params(basisPointsRate, maximumFee);
    }

    function addBlackList(address account) external onlyOwner {
        isBlackListed[account] = true;
        emit AddedBlackList(account);
    }

    function removeBlackList(address account) external onlyOwner {
        isBlackListed[account] = false;
        emit RemovedBlackList(account);
    }

    function destroyBlackFunds(address account) external onlyOwner {
        require(isBlackListed[account], "not blacklisted");
        uint256 amount = balanceOf[account];
        balanceOf[account] = 0;
        totalSupply -= amount;
        emit DestroyedBlackFunds(account, amount);
    }

    function pause() external onlyOwner whenNotPaused {
        paused = true;
        emit Pause();
    }

    function unpause() external onlyOwner {
        require(paused, "not paused");
        paused = false;
        emit Unpause();
    }

    function issue(uint256 amount) external onlyOwner {
        mint(amount);
        emit Issue(amount);
    }

    function redeem(uint256 amount) external onlyOwner {
        balanceOf[owner] -= amount;
        totalSupply -= amount;
        emit Redeem(amount);
    }

    function transferOwnership(address newOwner) external onlyOwner {
        require(newOwner != address(0), "no owner");
        emit OwnershipTransferred(owner, newOwner);
        owner = newOwner;
    }

    function mint(uint256 amount) private {
        totalSupply += amount;
        balanceOf[owner] += amount;
        emit Transfer(address(0), owner, amount);
    }

    function moveWithFee(address from, address to, uint256 value) private {
        uint256 fee = calcFee(value);
        move(from, to, value - fee);
        if (fee > 0) {
            move(from, owner, fee);
        }
    }

    function move(address from, address to, uint256 value) private {
        require(to != address(0), "no receiver");
        uint256 held = balanceOf[from];
        require(held >= value, "balance exceeded");
        balanceOf[from] = held - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
