/** How many of what was decided stand below what waits: the last ones. Whoever shows them says so once there are as many. */
export const decidedShown = 50;
