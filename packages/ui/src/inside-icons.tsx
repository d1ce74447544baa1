import {
  ArrowDown,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUp,
  ArrowUpDown,
  ArrowUpRight,
  AtSign,
  Bell,
  BookUser,
  Camera,
  CircleQuestionMark,
  CheckCheck,
  Clock,
  Coins,
  Copy,
  Delete,
  Download,
  FileText,
  Flag,
  Gift,
  History,
  Hourglass,
  Image,
  Keyboard,
  KeyRound,
  Lock,
  MapPin,
  Pencil,
  Plus,
  ReceiptText,
  ScanLine,
  Scale,
  Share2,
  ShieldCheck,
  SlidersHorizontal,
  Stethoscope,
  Trash2,
  UserRound,
} from 'lucide-react';
import { draw, type IconProps } from './draw-icon.tsx';

// Icons of the pages behind the login alone. What a single page draws is in a file of its own, as `my-icons.tsx`: every page
// would load it here.

export function DeleteIcon(props: IconProps) {
  return draw(Delete, props);
}

export function ArrowDownLeftIcon(props: IconProps) {
  return draw(ArrowDownLeft, props, 'mirrored');
}

export function ArrowUpRightIcon(props: IconProps) {
  return draw(ArrowUpRight, props, 'mirrored');
}

export function SwapIcon(props: IconProps) {
  return draw(ArrowLeftRight, props, 'mirrored');
}

export function AtSignIcon(props: IconProps) {
  return draw(AtSign, props);
}

export function BookUserIcon(props: IconProps) {
  return draw(BookUser, props);
}

export function CheckCheckIcon(props: IconProps) {
  return draw(CheckCheck, props);
}

export function ClockIcon(props: IconProps) {
  return draw(Clock, props);
}

export function CopyIcon(props: IconProps) {
  return draw(Copy, props);
}

export function DownloadIcon(props: IconProps) {
  return draw(Download, props);
}

export function FileTextIcon(props: IconProps) {
  return draw(FileText, props);
}

export function FlagIcon(props: IconProps) {
  return draw(Flag, props);
}

export function GiftIcon(props: IconProps) {
  return draw(Gift, props);
}

export function HistoryIcon(props: IconProps) {
  return draw(History, props);
}

export function ImageIcon(props: IconProps) {
  return draw(Image, props);
}

export function KeyboardIcon(props: IconProps) {
  return draw(Keyboard, props);
}

export function KeyRoundIcon(props: IconProps) {
  return draw(KeyRound, props);
}

export function LockIcon(props: IconProps) {
  return draw(Lock, props);
}

export function ScanLineIcon(props: IconProps) {
  return draw(ScanLine, props);
}

export function ShareIcon(props: IconProps) {
  return draw(Share2, props);
}

export function ShieldCheckIcon(props: IconProps) {
  return draw(ShieldCheck, props);
}

export function SlidersHorizontalIcon(props: IconProps) {
  return draw(SlidersHorizontal, props);
}

export function ArrowDownIcon(props: IconProps) {
  return draw(ArrowDown, props);
}

export function ArrowUpIcon(props: IconProps) {
  return draw(ArrowUp, props);
}

export function CameraIcon(props: IconProps) {
  return draw(Camera, props);
}

export function CoinsIcon(props: IconProps) {
  return draw(Coins, props);
}

export function MapPinIcon(props: IconProps) {
  return draw(MapPin, props);
}

export function PencilIcon(props: IconProps) {
  return draw(Pencil, props);
}

export function PlusIcon(props: IconProps) {
  return draw(Plus, props);
}

export function TrashIcon(props: IconProps) {
  return draw(Trash2, props);
}

export function StethoscopeIcon(props: IconProps) {
  return draw(Stethoscope, props);
}

export function ArrowUpDownIcon(props: IconProps) {
  return draw(ArrowUpDown, props);
}

export function CircleHelpIcon(props: IconProps) {
  return draw(CircleQuestionMark, props);
}

export function ScaleIcon(props: IconProps) {
  return draw(Scale, props);
}

export function BellIcon(props: IconProps) {
  return draw(Bell, props);
}

export function HourglassIcon(props: IconProps) {
  return draw(Hourglass, props);
}

export function ReceiptTextIcon(props: IconProps) {
  return draw(ReceiptText, props);
}

export function UserRoundIcon(props: IconProps) {
  return draw(UserRound, props);
}
