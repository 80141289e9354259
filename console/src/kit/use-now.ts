import { useEffect, useState } from 'react';

const everyMs = 1000;

/** The present, second by second while it runs. */
export const useNow = (runs = true): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
};
