import {
  ArrowLeft,
  Check,
  ChevronDown,
  ChevronRight,
  CircleCheck,
  CircleX,
  Eye,
  EyeOff,
  Globe,
  Info,
  RotateCw,
  Search,
  ShieldAlert,
  TriangleAlert,
  WifiOff,
  X,
} from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// What the pages before the login and the frame of every page draw; all others are in `inside-icons.tsx`, which the
// login page does not load.

export function ArrowLeftIcon(props: IconProps) {
  return draw(ArrowLeft, props, 'mirrored');
}

export function CheckIcon(props: IconProps) {
  return draw(Check, props);
}

export function ChevronDownIcon(props: IconProps) {
  return draw(ChevronDown, props);
}

export function ChevronRightIcon(props: IconProps) {
  return draw(ChevronRight, props, 'mirrored');
}

export function CircleCheckIcon(props: IconProps) {
  return draw(CircleCheck, props);
}

export function CircleXIcon(props: IconProps) {
  return draw(CircleX, props);
}

export function EyeIcon(props: IconProps) {
  return draw(Eye, props);
}

export function EyeOffIcon(props: IconProps) {
  return draw(EyeOff, props);
}

export function InfoIcon(props: IconProps) {
  return draw(Info, props);
}

export function RotateCwIcon(props: IconProps) {
  return draw(RotateCw, props);
}

export function SearchIcon(props: IconProps) {
  return draw(Search, props);
}

export function ShieldAlertIcon(props: IconProps) {
  return draw(ShieldAlert, props);
}

export function TriangleAlertIcon(props: IconProps) {
  return draw(TriangleAlert, props);
}

export function WifiOffIcon(props: IconProps) {
  return draw(WifiOff, props);
}

export function XIcon(props: IconProps) {
  return draw(X, props);
}

export function GlobeIcon(props: IconProps) {
  return draw(Globe, props);
}
