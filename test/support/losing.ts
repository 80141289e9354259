/** Everything arrives, but one answer is lost on its way back. */
export const losing = (nth: number): typeof fetch => {
  let asked = 0;
  return async (...request) => {
    const response = await fetch(...request);
    asked += 1;
    if (asked === nth) throw new Error('The answer is lost');
    return response;
  };
};
